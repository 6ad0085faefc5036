import type { ApiConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { createLimit, type Limit, noLimit } from '../platform/limits/limit.ts'

/**
 * How often a player may ask the cashier, in an hour. What is asked for is repeated now and again,
 * so this leaves room.
 */
export interface CashierLimits {
  /** Deposits and withdrawals: the house pays the chain for each, however small. */
  readonly operationsOfPlayer: Limit
  /** Texts to sign: each is kept for five minutes. */
  readonly challengesOfPlayer: Limit
}

export function createCashierLimits(
  database: Database,
  { limits }: Pick<ApiConfig, 'limits'>,
): CashierLimits {
  const anHour = (name: string) =>
    limits ? createLimit(database, { name, attempts: 60, windowSeconds: 3_600 }) : noLimit
  return {
    operationsOfPlayer: anHour('operation player'),
    challengesOfPlayer: anHour('challenge player'),
  }
}
