import { randomUUID } from 'node:crypto'
import { listTransactions } from '../../apps/server/src/activity/list-transactions.ts'
import type { PlayerNodes } from '../../apps/server/src/ledger/player-nodes.ts'
import {
  connect,
  type Database,
  one,
  sql,
} from '../../apps/server/src/platform/database/database.ts'
import { roundLedger } from '../../apps/server/src/rounds/round-ledger.ts'
import { betCall } from '../../apps/server/test/rounds/round-calls.ts'
import { seeds } from '../../apps/server/test/seeds.ts'
import type { BetTargets } from './bet-targets.ts'
import { firstPlayer } from './make-players.ts'
import { benchStake, endOf, slot } from './play-out.ts'
import { settleOpen } from './settle-open.ts'

const betAlone = sql`
  select ledger.place_bet($1, $2, $3::smallint, $4, 'bench', null, null, null, null,
    false, p_seed_keys => $5::jsonb) as answer`
const settle = sql`
  select ledger.store_moves($1, $2, 0, $3, $4::ledger.round_status, $5, $6, null, null) as answer`

const mostKept = 500

/** How many players read pages. */
export const pageReaders = 200

/**
 * The ledger's own functions, called without a server in front of them. `openNodes` connects to a
 * cluster's nodes, to ask them directly.
 */
export function sqlLoads(
  url: string,
  targets: BetTargets,
  connections: number,
  openNodes?: (database: Database) => PlayerNodes,
) {
  const database: Database = connect(url, { connections, onError: () => undefined })
  const nodes = openNodes?.(database)
  const { placeBet, readRound } = roundLedger(database, seeds, { nodes })
  const pages = listTransactions(database, nodes)
  const placed = async (player: number, round: string, game: number) => {
    const answer = await placeBet(
      betCall(player, { round, game, stake: benchStake, clientSeed: 'bench' }),
    )
    if (!('placed' in answer)) throw new Error(`no bet: ${JSON.stringify(answer)}`)
    if (rounds.length < mostKept) rounds.push({ player, round })
  }
  const betTogether = async () => {
    const { player: place, game } = targets.next()
    await placed(firstPlayer + place, randomUUID(), game)
  }
  /** The first rounds in turn. */
  const rounds: { readonly player: number; readonly round: string }[] = []
  let turn = 0
  const played = async () => {
    while (rounds.length < mostKept) await betTogether()
    const round = rounds[turn++ % mostKept]
    if (!round) throw new Error('no rounds')
    return round
  }
  return {
    async bet() {
      await placeAlone(database, targets)
    },
    /** Places a bet as the server does, with the others of its moment. */
    betTogether,
    /** The same of one who has played, with too small a stake. */
    async refused() {
      const { player } = await played()
      const answer = await placeBet(betCall(player, { game: slot.game, stake: 1n }))
      if (!('refusal' in answer)) throw new Error(JSON.stringify(answer))
    },
    /** A round for its next move. */
    async read() {
      const { player, round } = await played()
      const answer = await readRound({ player, round, key: null, inputHash: null })
      if (answer.round === null) throw new Error('no round')
    },
    /** A page of twenty movements. */
    async page() {
      const player = firstPlayer + (turn++ % pageReaders)
      const page = await pages({ player, limit: 20, all: true })
      if (!page.ok || page.answer.transactions.length < 20) throw new Error('no page')
    },
    async betAndSettle() {
      const { player, round, game, nonce } = await placeAlone(database, targets)
      const { moves, status, payout } = endOf({ player, nonce, game, clientSeed: 'bench' })
      const values = [player, round, JSON.stringify(moves), status, payout, randomUUID()]
      await database.rows(settle, values)
    },
    /** Ends what is open, so that everyone can bet again. */
    async free() {
      await settleOpen(database, nodes)
      targets.free()
    },
    async close() {
      await nodes?.stop()
      await database.close()
    },
  }
}

/** Places a bet in a database transaction of its own. */
async function placeAlone(database: Database, targets: BetTargets) {
  const { player: place, game, nonce } = targets.next()
  const player = firstPlayer + place
  const round = randomUUID()
  const { answer } = await one(
    database.rows<{ answer: { refusal?: string } }>(betAlone, [
      player,
      round,
      game,
      benchStake,
      seeds.ofPlayer(player),
    ]),
  )
  if (answer.refusal) throw new Error(`no bet: ${answer.refusal}`)
  return { player, round, game, nonce }
}
