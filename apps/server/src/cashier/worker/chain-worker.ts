import type { Database } from '../../platform/database/database.ts'
import type { Chain, Hex } from '../chain/chain.ts'
import type { HouseKey } from '../chain/house-key.ts'
import type { Alarm } from './alarm.ts'

/**
 * The chain worker: the dependencies and settings that each of its steps takes. Steps keep no
 * state; the database does.
 */
export interface ChainWorker {
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
  /** Blocks from a chain transaction's own to the head before it counts, both included. */
  readonly confirmations: number
  /** How long to wait for a deposit's approval, or for a token that refuses a withdrawal. */
  readonly patienceMs: number
  /**
   * How long to wait where a wallet has approved something, but less than the deposit. Not zero,
   * since our node may lag a block behind the wallet's.
   */
  readonly lowerPatienceMs: number
  /** After how long a chain transaction that isn't mined is replaced with a higher fee. */
  readonly stuckMs: number
  /**
   * How many operations may be signed and not mined at a time. Nodes keep a few chain transactions
   * of an account and drop the others.
   */
  readonly unmined: number
  /** How many blocks the scanner reads at a time. */
  readonly scanBlocks: bigint
}

export const usualSettings = {
  patienceMs: 10 * 60_000,
  lowerPatienceMs: 10_000,
  stuckMs: 2 * 60_000,
  unmined: 16,
  scanBlocks: 1_000n,
} as const

/** What a worker remembers between two ticks. Losing it costs only a few calls to the node. */
export interface Memory {
  /** The last requested operation of each kind that was tried; the next tick goes on after it. */
  readonly after: Record<'deposit' | 'withdrawal', string>
  /** The last head at which the house's balance was compared, and the result. */
  compared: { head: Hex; agreement: Agreement } | null
  /** The operations on their way whose addresses were traced. */
  traced: ReadonlySet<string>
}

/**
 * Whether the house's balance agrees with its transfers. `unknown`: still reading, or a first
 * difference; deposits wait meanwhile. `no`: the balance still differed at a later block.
 */
export type Agreement = 'yes' | 'no' | 'unknown'

export const firstId = '00000000-0000-0000-0000-000000000000'
/** The memory of a worker that has just started. */
export const freshMemory = (): Memory => ({
  after: { deposit: firstId, withdrawal: firstId },
  compared: null,
  traced: new Set(),
})
