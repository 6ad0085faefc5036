import { databaseFailure, isReadOnly } from './database/database-failure.ts'
import { CannotStart } from './process/cannot-start.ts'

// The login or its password is wrong, or there is no such database.
const isTurnedAway = (error: Error): boolean => 'code' in error && /^(28|3D)/.test(`${error.code}`)

/**
 * What the person at the terminal reads where a process or a command can't do its work for reasons
 * outside the program; a bug is thrown again, with its trace.
 */
export function whyNot(error: unknown): string {
  if (error instanceof CannotStart) return error.message
  if (isReadOnly(error))
    return 'The database only reads, as a standby does, or a restore that has paused: promote it ("pg_ctl promote") first.'
  if (error instanceof Error && (databaseFailure(error) || isTurnedAway(error)))
    return `The database can't be used: ${error.message}.`
  throw error
}

/** Runs a process or a command; a refusal is a sentence, and exit code 1. */
export async function orSayWhyNot(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${whyNot(error)}\n`)
    // What has begun by now would keep it running.
    process.exit(1)
  }
}
