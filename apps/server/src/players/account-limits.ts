import type { Database } from '../platform/database/database.ts'
import { createLimit, type Limit, noLimit } from '../platform/limits/limit.ts'

/**
 * How often each may happen in an hour (docs/decisions/2026-11-accounts.md). `networkOf` defines a
 * network, `wideNetworkOf` a wide one: who holds it has thousands of networks.
 */
export interface AccountLimits {
  /** Failed log-ins of a mobile number, from devices that its account doesn't know. */
  readonly logInsOfNumber: Limit
  /** The same from a network, for all numbers together. */
  readonly logInsOfNetwork: Limit
  readonly logInsOfWideNetwork: Limit
  /**
   * Wrong second factors of an account: a browser that the player has logged in with counts for
   * itself, all others together.
   */
  readonly factorsOfPlayer: Limit
  /**
   * Wrong second factors from a network, for all accounts together. A browser that the player has
   * logged in with doesn't count for its network.
   */
  readonly factorsOfNetwork: Limit
  /** Challenges for a log-in by a passkey that a network asks for, or a browser known here. */
  readonly challengesOfNetwork: Limit
  /** Failed log-ins of an account from one device that it knows. */
  readonly logInsOfDevice: Limit
  /** Codes that a network asks for, for all addresses together. */
  readonly codesOfNetwork: Limit
  readonly codesOfWideNetwork: Limit
  /**
   * Links for a new password that a network asks for, for all addresses together, from browsers
   * that the account doesn't know.
   */
  readonly resetsOfNetwork: Limit
  readonly resetsOfWideNetwork: Limit
  /** Sign-ups from a network that reach the hashing of the password. */
  readonly signUpsOfNetwork: Limit
  /** Taken mobile numbers that sign-up reveals to one verified address. */
  readonly takenByAddress: Limit
  /** Those that it reveals to a network. */
  readonly takenByNetwork: Limit
  /** Those that it reveals to a wide network. */
  readonly takenByWideNetwork: Limit
  /** Those that it reveals to all together. Beyond it, sign-ups take turns. */
  readonly takenInAll: Limit
  /** The turns of sign-ups: one in 5 s. */
  readonly signUpTurns: Limit
}

/** `on` false lifts all of them, as `PIPKIN_RATE_LIMITS=off` asks for. */
export function createAccountLimits(database: Database, on: boolean): AccountLimits {
  const limit = (name: string, attempts: number, windowSeconds: number) =>
    on ? createLimit(database, { name, attempts, windowSeconds }) : noLimit
  const anHour = (name: string, attempts: number) => limit(name, attempts, 3_600)
  return {
    logInsOfNumber: anHour('log-in number', 10),
    logInsOfNetwork: anHour('log-in network', 100),
    logInsOfWideNetwork: anHour('log-in wide network', 1_000),
    factorsOfPlayer: anHour('factor player', 10),
    factorsOfNetwork: anHour('factor network', 100),
    challengesOfNetwork: anHour('challenge network', 10_000),
    logInsOfDevice: anHour('log-in device', 10),
    codesOfNetwork: anHour('code network', 100),
    codesOfWideNetwork: anHour('code wide network', 1_000),
    resetsOfNetwork: anHour('reset network', 100),
    resetsOfWideNetwork: anHour('reset wide network', 1_000),
    signUpsOfNetwork: anHour('sign-up network', 100),
    takenByAddress: anHour('taken address', 5),
    takenByNetwork: anHour('taken network', 10),
    takenByWideNetwork: anHour('taken wide network', 30),
    takenInAll: anHour('taken', 100),
    signUpTurns: limit('sign-up turn', 1, 5),
  }
}
