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
  /**
   * Asks the register: what the player's deposits of this month with other operators come to, or
   * null where it is silent. Left out: there is none.
   */
  readonly askRegister?: (player: PlayerId) => Promise<Money | null>
}
