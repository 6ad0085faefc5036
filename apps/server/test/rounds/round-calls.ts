import { randomUUID } from 'node:crypto'
import type { CallOf } from '../../src/ledger/call-together.ts'
import type { placeBetFunction, storeMovesFunction } from '../../src/rounds/round-ledger.ts'
import { seeds } from '../seeds.ts'

export type BetCall = CallOf<typeof placeBetFunction>
export type MovesCall = CallOf<typeof storeMovesFunction>

/** A bet of 10 fkr on game 1 that asks for none of the checks, as `ledger.place_bet` takes it. */
export const betCall = (player: number, other: Partial<BetCall> = {}): BetCall => ({
  player,
  round: randomUUID(),
  game: 1,
  stake: 1000n,
  clientSeed: 'seed',
  commitment: null,
  rulesHash: null,
  key: null,
  inputHash: null,
  paced: false,
  startMs: 0,
  mostStake: null,
  youngStake: null,
  lookMinutes: null,
  pauseMinutes: 0,
  idleMinutes: null,
  seedKeys: seeds.ofPlayer(player),
  ...other,
})

/** No moves after none, which leave the round open, as `ledger.store_moves` takes them. */
export const movesCall = (
  player: number,
  round: string | null,
  other: Partial<MovesCall> = {},
): MovesCall => ({
  player,
  round,
  after: 0,
  moves: '[]',
  status: null,
  payout: null,
  settlement: null,
  key: null,
  inputHash: null,
  voided: false,
  idleMinutes: null,
  ...other,
})
