import { ConfigError } from '../../server/src/config.ts'
import { databaseFailure } from '../../server/src/platform/database/database-failure.ts'
import { StaleDatabase } from '../../server/src/platform/database/stale-database.ts'
import { CannotStart } from './cannot-start.ts'

// The login or its password is wrong, or there is no such database.
const isTurnedAway = (error: Error): boolean => 'code' in error && /^(28|3D)/.test(`${error.code}`)

/**
 * What the person at the terminal reads where a command can't be done for reasons outside the
 * program; a bug is thrown again, with its trace.
 */
export function whyNot(error: unknown): string {
  if (
    error instanceof CannotStart ||
    error instanceof ConfigError ||
    error instanceof StaleDatabase
  )
    return error.message
  if (error instanceof Error && (databaseFailure(error) || isTurnedAway(error)))
    return `The database can't be used: ${error.message}.`
  throw error
}

/** Runs a command of this folder; a refusal is one sentence. */
export async function orSayWhyNot(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${whyNot(error)}\n`)
    process.exit(1)
  }
}
