import type { Database } from '../platform/database/database.ts'
import { createLimit, type Limit, noLimit } from '../platform/limits/limit.ts'

/**
 * How often each may happen in an hour (docs/decisions/2026-11-accounts.md). `networkOf` defines a
 * network.
 */
export interface AccountLimits {
  /** Failed log-ins of a mobile number. */
  readonly logInsOfNumber: Limit
  /** Failed log-ins from a network, for all numbers together. */
  readonly logInsOfNetwork: Limit
  /** Codes that a network asks for, for all addresses together. */
  readonly codesOfNetwork: Limit
  /** Sign-ups from a network that reach the hashing of the password. */
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
