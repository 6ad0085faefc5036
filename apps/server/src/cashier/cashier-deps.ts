import type { PlayerId } from '@pipkin/contract/schemas'
import type { Money } from '@pipkin/money'
import type { ApiConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Surroundings } from '../platform/process/clock.ts'

/**
 * What the cashier's calls need: no key and no chain, since the API only records what the worker
 * will do.
 */
export interface CashierDeps {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly config: Pick<ApiConfig, 'chain' | 'publicUrl' | 'linkedForMs'>
  /** True only where chain and server are one machine's own: the demo wallet may be offered. */
  readonly local: boolean
  /** This month's deposits with other operators; left out where none are counted. */
  readonly depositedElsewhere?: (player: PlayerId) => Promise<Money>
}
