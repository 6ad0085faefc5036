import type { Database } from '../platform/database/database.ts'
import { createLimit, type Limit, noLimit } from '../platform/limits/limit.ts'

/**
 * How often what is asked for, in an hour (docs/decisions/2026-11-accounts.md). A network is an
 * address, see `networkOf`.
 */
export interface AccountLimits {
  /** Failed log-ins of a mobile number. */
  readonly logInsOfNumber: Limit
  /** Failed log-ins from a network, for whichever numbers. */
  readonly logInsOfNetwork: Limit
  /** Codes that a network asks for, for whichever addresses. */
  readonly codesOfNetwork: Limit
  /** Sign-ups from a network that come as far as a password hash. */
  readonly signUpsOfNetwork: Limit
}

export function createAccountLimits(database: Database, on: boolean): AccountLimits {
  const anHour = (name: string, attempts: number) =>
    on ? createLimit(database, { name, attempts, windowSeconds: 3_600 }) : noLimit
  return {
    logInsOfNumber: anHour('log-in number', 10),
    logInsOfNetwork: anHour('log-in network', 100),
    codesOfNetwork: anHour('code network', 100),
    signUpsOfNetwork: anHour('sign-up network', 100),
  }
}
