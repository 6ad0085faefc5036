import { callTogether, type LedgerFunction, type SessionCheck } from '../ledger/call-together.ts'
import type { BalancesRow } from '../ledger/changed-balances.ts'
import type { SessionRow } from '../ledger/play-session.ts'
import { batchByNode, type PlayerNodes } from '../ledger/player-nodes.ts'
import type { LimitReached, OnBreak } from '../ledger/refuse-by-limits.ts'
import type { Database } from '../platform/database/database.ts'
import { readFairness } from './read-fairness.ts'
import { roundsInPlay } from './rounds-in-play.ts'
import type { SeedKeys } from './seed-keys.ts'

/** What `ledger.place_bet` answers. */
export type Placed =
  | { placed: unknown; balances: BalancesRow }
  | { round: unknown; moves?: number; resumed?: true }
  | { refusal: 'stakeTooSmall' | 'stakeTooLarge' | 'stakeOffStep'; n: number }
  | LimitReached
  | OnBreak
  | { refusal: 'reminderDue'; session: SessionRow; until: string | null }
  | { refusal: 'betTooSoon'; wait_ms: number }
  | { refusal: 'rulesChanged'; rules: Record<string, unknown> }
  | { refusal: 'commitmentStale'; used_by: string | null }
  | { refusal: 'playUnasked' }
  | {
      refusal:
        | 'keyReused'
        | 'noSession'
        | 'accountFrozen'
        | 'gameNotLive'
        | 'roundsOfToday'
        | 'insufficientFunds'
    }

/**
 * What `ledger.read_round` answers: the round, null where the player has none such, and what was
 * answered under the key.
 */
export interface RoundRead {
  readonly round: unknown
  readonly earlier: { refusal: 'keyReused' } | { answer: { moves: number } } | null
}

/**
 * What `ledger.store_moves` answers: null where the player has no such round. The time and the
 * balances are those of a settlement.
 */
export type Stored =
  | { stored: true; settled_at: string | null; balances: BalancesRow | null }
  | { conflict: true }
  | { refusal: 'keyReused' | 'playUnasked' }
  | null

// The functions of apps/server/migrations/0006_rounds.sql, which says what each parameter means.

export const placeBetFunction = {
  name: 'ledger.place_bet',
  many: 'ledger.place_bets',
  ofPart: 'ledger.place_bets',
  parameters: {
    player: 'integer',
    round: 'uuid',
    game: 'smallint',
    stake: 'bigint',
    clientSeed: 'text',
    commitment: 'bytea',
    rulesHash: 'bytea',
    key: 'text',
    inputHash: 'bytea',
    paced: 'boolean',
    startMs: 'integer',
    mostStake: 'bigint',
    youngStake: 'bigint',
    lookMinutes: 'integer',
    pauseMinutes: 'integer',
    idleMinutes: 'integer',
    seedKeys: 'jsonb',
  },
} as const satisfies LedgerFunction

const readRoundFunction = {
  name: 'ledger.read_round',
  ofPart: 'ledger.read_rounds_alone',
  parameters: { player: 'integer', round: 'uuid', key: 'text', inputHash: 'bytea' },
} as const satisfies LedgerFunction

export const storeMovesFunction = {
  name: 'ledger.store_moves',
  many: 'ledger.store_moves_of_rounds',
  ofPart: 'ledger.store_moves_of_rounds',
  parameters: {
    player: 'integer',
    round: 'uuid',
    after: 'integer',
    moves: 'jsonb',
    status: 'ledger.round_status',
    payout: 'bigint',
    settlement: 'uuid',
    key: 'text',
    inputHash: 'bytea',
    voided: 'boolean',
    idleMinutes: 'integer',
  },
} as const satisfies LedgerFunction

/** The functions that bets and moves call, and the rounds that are being played through them. */
export type RoundLedger = ReturnType<typeof roundLedger>

/**
 * Batches the bets and moves of one moment into one database transaction. `nodes` and `check` are
 * those of `callTogether`.
 */
export const roundLedger = (
  database: Database,
  seeds: SeedKeys,
  { nodes, check }: { nodes?: PlayerNodes | undefined; check?: SessionCheck } = {},
) => ({
  placeBet: callTogether<Placed, typeof placeBetFunction>(database, placeBetFunction, {
    nodes,
    check,
  }),
  readRound: callTogether<RoundRead, typeof readRoundFunction>(database, readRoundFunction, {
    nodes,
  }),
  storeMoves: callTogether<Stored, typeof storeMovesFunction>(database, storeMovesFunction, {
    nodes,
    check,
  }),
  inPlay: roundsInPlay(),
  /** What `readFairness` answers. Bets of one moment under old commitments share one read. */
  readFairness: batchByNode(
    nodes,
    (player: number) => player,
    async (players) => {
      const reads = new Map(
        [...new Set(players)].map(
          (player) => [player, readFairness({ database, seeds }, player)] as const,
        ),
      )
      return Promise.all(players.flatMap((player) => reads.get(player) ?? []))
    },
  ),
})
