import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import type { PlayerNodes } from '../../src/ledger/player-nodes.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { placeBet } from '../../src/rounds/place-bet.ts'
import { playMove } from '../../src/rounds/play-move.ts'
import { roundLedger } from '../../src/rounds/round-ledger.ts'
import { seeds } from '../seeds.ts'
import { betDeps } from './bet-deps.ts'

/**
 * Bets and spins until it is stopped. Reports each round whose end was acknowledged, by its
 * transaction id. Throws what the database throws. `nodes`: those of a cluster, to ask straight.
 */
export async function playOn(
  database: Database,
  player: PlayerId,
  acknowledge: (transactionId: string) => void,
  stopping: AbortSignal,
  nodes?: PlayerNodes,
): Promise<void> {
  const deps = { ...betDeps(database), ledger: roundLedger(database, seeds, { nodes }) }
  while (!stopping.aborted) {
    const bet = await placeBet(deps, { player, gameId: 3, stake: fkr(10) }, null)
    if (!bet.ok) throw new Error(bet.code)
    const { transactionId } = bet.answer
    const move = await playMove(deps, { player, transactionId, move: { spin: true } }, null)
    if (!move.ok) throw new Error(move.code)
    acknowledge(transactionId)
  }
}
