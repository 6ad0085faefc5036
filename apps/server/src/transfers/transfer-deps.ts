import type { ApiConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { createLimit, type Limit, noLimit } from '../platform/limits/limit.ts'
import type { Surroundings } from '../platform/process/clock.ts'

/** What the use cases of transfers work with. */
export interface TransferDeps {
  /** `limits: false` lifts the limits. */
  readonly config: Pick<ApiConfig, 'limits'>
  readonly database: Database
  readonly surroundings: Surroundings
  readonly limits: TransferLimits
}

/** How often a player may, in an hour. */
export interface TransferLimits {
  readonly sendsOfPlayer: Limit
  readonly looksOfPlayer: Limit
}

export function createTransferLimits({
  config,
  database,
}: Pick<TransferDeps, 'config' | 'database'>): TransferLimits {
  const anHour = (name: string, attempts: number) =>
    config.limits ? createLimit(database, { name, attempts, windowSeconds: 3_600 }) : noLimit
  return { sendsOfPlayer: anHour('send player', 120), looksOfPlayer: anHour('receiver player', 60) }
}
