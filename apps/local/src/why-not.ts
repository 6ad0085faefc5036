import { ConfigError } from '../../server/src/config.ts'
import { databaseFailure } from '../../server/src/platform/database/database-failure.ts'
import { CannotStart } from './cannot-start.ts'

// The login or its password is wrong, or there is no such database.
const isTurnedAway = (error: Error): boolean => 'code' in error && /^(28|3D)/.test(`${error.code}`)

/**
 * What the person at the terminal reads where a command can't be done for reasons outside the
 * program; a bug is thrown again, with its trace.
 */
export function whyNot(error: unknown): string {
  if (error instanceof CannotStart || error instanceof ConfigError) return error.message
  if (error instanceof Error && (databaseFailure(error) || isTurnedAway(error)))
    return `The database can't be used: ${error.message}.`
  throw error
}
