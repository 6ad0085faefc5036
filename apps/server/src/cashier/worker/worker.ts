import type { Database } from '../../platform/database/database.ts'
import type { Chain, Hex } from '../chain/chain.ts'
import type { HouseKey } from '../chain/house-key.ts'
import type { Alarm } from './alarm.ts'

/**
 * What every step of the worker works with. Steps keep nothing of their own: what matters is in the
 * database.
 */
export interface Worker {
  readonly database: Database
  readonly chain: Chain
  readonly key: HouseKey
  readonly token: Hex
  readonly chainId: number
  readonly alarm: Alarm
  newId(): string
  readonly settings: WorkerSettings
  readonly memory: Memory
}

export interface WorkerSettings {
  /** Blocks that must stand on a chain transaction before it counts, its own included. */
  readonly confirmations: number
  /** How long a deposit's approval, or a withdrawal that the token refuses, is waited for. */
  readonly patienceMs: number
  /** After how long what isn't mined is replaced with a higher fee. */
  readonly stuckMs: number
  /**
   * How many operations may be signed and not mined at a time: nodes keep a few for an account, and
   * drop the others.
   */
  readonly unmined: number
  /** How many blocks the scanner asks for at a time. */
  readonly scanBlocks: bigint
}

export const usualSettings = {
  patienceMs: 10 * 60_000,
  stuckMs: 2 * 60_000,
  unmined: 16,
  scanBlocks: 1_000n,
} as const

/**
 * What a worker remembers between two looks. Forgetting it costs a few questions to the node and
 * nothing else.
 */
export interface Memory {
  /** Where the round through the requested operations goes on. */
  after: string
  /** The head that was last compared with the house's balance, and how that went. */
  compared: { head: Hex; agreement: Agreement } | null
}

/**
 * Whether the house's balance is what its transfers say. `unknown`: still reading, or the first
 * look that found a difference; nothing is credited meanwhile. `no`: it stayed different when the
 * chain went on.
 */
export type Agreement = 'yes' | 'no' | 'unknown'

export const firstId = '00000000-0000-0000-0000-000000000000'
export const freshMemory = (): Memory => ({ after: firstId, compared: null })
