import { randomUUID } from 'node:crypto'
import type { PlayerNodes } from '../../apps/server/src/ledger/player-nodes.ts'
import { type Database, sql } from '../../apps/server/src/platform/database/database.ts'
import { roundLedger } from '../../apps/server/src/rounds/round-ledger.ts'
import { movesCall } from '../../apps/server/test/rounds/round-calls.ts'
import { seeds } from '../../apps/server/test/seeds.ts'
import { endOf } from './play-out.ts'

const open = sql`
  select player_id as player, round_id as round, game, nonce, client_seed as "clientSeed"
  from ledger.rounds where settled_at is null`

interface OpenRound {
  readonly player: number
  readonly round: string
  readonly game: number
  readonly nonce: number
  readonly clientSeed: string
}

/** Plays every open round to its end: its player can bet again. No player may be at play. */
export async function settleOpen(database: Database, nodes?: PlayerNodes): Promise<void> {
  const { storeMoves } = roundLedger(database, seeds, { nodes })
  const settle = async ({ round, ...place }: OpenRound) => {
    const { moves, status, payout } = endOf(place)
    const end = { moves: JSON.stringify(moves), status, payout, settlement: randomUUID() }
    const answer = await storeMoves(movesCall(place.player, round, end))
    if (answer === null || !('stored' in answer))
      throw new Error(`not settled: ${JSON.stringify(answer)}`)
  }
  await Promise.all((await database.rows<OpenRound>(open)).map(settle))
}
