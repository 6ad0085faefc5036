import {
  fromHex,
  gameOf,
  type Move,
  openRound,
  playMove,
  type Round,
  type RoundStatus,
  type Rules,
  roundKey,
} from '@pipkin/games'
import type { Money } from '@pipkin/money'
import { z } from 'zod'
import { money, time } from '../ledger/json-values.ts'
import { readRules } from './rulebooks.ts'
import type { SeedKeys } from './seed-keys.ts'

/**
 * A round as the database keeps it, with its rules, its epoch's seed and the wallets that its stake
 * came from.
 */
export interface StoredRound {
  readonly player: number
  readonly id: string
  readonly game: number
  readonly rules: Rules
  /** Hex. */
  readonly rulesHash: string
  readonly generation: number
  readonly epoch: number
  readonly epochSeed: Uint8Array
  readonly nonce: number
  readonly clientSeed: string
  readonly stake: Money
  readonly split: { readonly deposit: Money; readonly bonus: Money; readonly win: Money }
  readonly placedAt: Date
  readonly moves: readonly Move[]
  /** Set if a restore has voided the rest of the epoch: then the player can't move any more. */
  readonly voided: { readonly in: number; readonly from: number; readonly at: Date } | null
  readonly end: {
    readonly status: Ended
    readonly payout: Money
    readonly settledAt: Date
    readonly settlement: string | null
    /** The generation that finished the round, if it was open when its epoch was voided. */
    readonly finishedIn: number | null
  } | null
}

export type Ended = Exclude<RoundStatus, 'Pending'>

/** The contract's word for each status of a round in the database. */
export const shownStatus = {
  pending: 'Pending',
  win: 'Win',
  loss: 'Loss',
  partial_win: 'PartialWin',
  tie: 'Tie',
} as const satisfies Record<string, RoundStatus>

/** The database's word for each status of a round that has ended. */
export const storedStatus = {
  Win: 'win',
  Loss: 'loss',
  PartialWin: 'partial_win',
  Tie: 'tie',
} as const satisfies Record<Ended, keyof typeof shownStatus>

const hex = z.string().transform((value) => value.slice(2))

/** `ledger.round_record` as JSON: numbers are whole, bytes are `\x…`. */
const record = z.object({
  player_id: z.int(),
  round_id: z.string(),
  game: z.int(),
  generation: z.int(),
  epoch: z.int(),
  nonce: z.int(),
  client_seed: z.string(),
  stake: money,
  split: z.object({ deposit: money, bonus: money, win: money }),
  placed_at: time,
  moves: z.array(z.unknown()),
  status: z
    .enum(['pending', 'win', 'loss', 'partial_win', 'tie'])
    .transform((word) => shownStatus[word]),
  payout: money,
  settled_at: time.nullable(),
  settlement_id: z.string().nullable(),
  finished_in: z.int().nullable(),
  voided_in: z.int().nullable(),
  voided_from: z.int().nullable(),
  voided_at: time.nullable(),
  rules: z.unknown(),
  rules_hash: hex,
  seed: hex.transform(fromHex),
  seed_key: z.string(),
})

/** Reads `ledger.round_record`'s JSON. Throws if it has another form, which would be a bug. */
export function parseStoredRound(value: unknown, seeds: SeedKeys): StoredRound {
  const row = record.parse(value)
  const rules = readRules(row.rules_hash, row.rules)
  return {
    player: row.player_id,
    id: row.round_id,
    game: row.game,
    rules,
    rulesHash: row.rules_hash,
    generation: row.generation,
    epoch: row.epoch,
    epochSeed: seeds.mix(row.player_id, { seed: row.seed, seedKey: row.seed_key }),
    nonce: row.nonce,
    clientSeed: row.client_seed,
    stake: row.stake,
    split: row.split,
    placedAt: row.placed_at,
    moves: row.moves.map((move) => readMove(rules, move, row.round_id)),
    voided:
      row.voided_in !== null && row.voided_from !== null && row.voided_at !== null
        ? { in: row.voided_in, from: row.voided_from, at: row.voided_at }
        : null,
    end:
      row.status !== 'Pending' && row.settled_at
        ? {
            status: row.status,
            payout: row.payout,
            settledAt: row.settled_at,
            settlement: row.settlement_id,
            finishedIn: row.finished_in,
          }
        : null,
  }
}

/** A stored move, with its members in the order of the game's parser: jsonb doesn't keep it. */
function readMove(rules: Rules, value: unknown, round: string): Move {
  const move = gameOf(rules).parseMove(value)
  if (move === null)
    throw new Error(`round ${round}: a stored move is refused: not a move of this game`)
  return move
}

const placement = record.pick({
  generation: true,
  epoch: true,
  nonce: true,
  rules_hash: true,
  placed_at: true,
  seed: true,
  seed_key: true,
  split: true,
})

/** The parts of a round that are known from its bet. */
export type PlacedBet = Pick<StoredRound, 'player' | 'id' | 'game' | 'clientSeed' | 'stake'>

/**
 * A round that was just placed: the bet, and what `ledger.place_bet` adds to it. `findRules` gives
 * the rules of a hash (hex).
 */
export async function parsePlacedRound(
  bet: PlacedBet,
  value: unknown,
  { findRules, seeds }: { findRules(hash: string): Promise<Rules>; seeds: SeedKeys },
): Promise<StoredRound> {
  const { generation, epoch, nonce, rules_hash, placed_at, seed, seed_key, split } =
    placement.parse(value)
  const rules = await findRules(rules_hash)
  return {
    ...bet,
    rules,
    rulesHash: rules_hash,
    generation,
    epoch,
    epochSeed: seeds.mix(bet.player, { seed, seedKey: seed_key }),
    nonce,
    split,
    placedAt: placed_at,
    moves: [],
    voided: null,
    end: null,
  }
}

/** What a replay needs of a stored round. */
export type Replayable = Pick<
  StoredRound,
  'player' | 'id' | 'rules' | 'epochSeed' | 'nonce' | 'clientSeed' | 'moves'
>

/** The round's key, derived from its epoch's seed. */
export const keyOf = (stored: Pick<StoredRound, 'player' | 'epochSeed' | 'nonce'>): Uint8Array =>
  roundKey(stored.epochSeed, String(stored.player), stored.nonce)

/**
 * The round after all its stored moves, from its deal. A stored move that the rules refuse is a
 * bug.
 */
export const playStored = (dealt: Round, { id, moves }: Pick<StoredRound, 'id' | 'moves'>): Round =>
  moves.reduce((round, move) => {
    const played = playMove(round, move)
    if (!played.ok) throw new Error(`round ${id}: a stored move is refused: ${played.why}`)
    return played.round
  }, dealt)

/** The round after all its stored moves, dealt again from its key. */
export const replayStored = (stored: Replayable): Round =>
  playStored(
    openRound({ rules: stored.rules, roundKey: keyOf(stored), clientSeed: stored.clientSeed }),
    stored,
  )

/** The round as it was after its first `count` moves: what was answered then. */
export function asAfter(stored: StoredRound, count: number): StoredRound {
  return count >= stored.moves.length
    ? stored
    : { ...stored, moves: stored.moves.slice(0, count), end: null }
}
