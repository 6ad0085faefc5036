import { randomUUID } from 'node:crypto'
import { connect, type Database, one, sql } from '../apps/server/src/platform/database.ts'
import { firstPlayer } from './make-players.ts'
import type { Places } from './places.ts'

const place = sql`
  select ledger.place_bet($1, $2, $3::smallint, 1000, 'bench', null, null, null, null, false) as answer`
const settle = sql`
  select ledger.store_moves($1, $2, 0, '[{"spin":true}]', 'win', 2000, $3, null, null) as answer`

/** The ledger's own functions, called without a server in front of them. */
export function sqlLoads(url: string, places: Places, connections: number) {
  const database: Database = connect(url, { connections, onError: () => undefined })
  const bet = async () => {
    const { player, game } = places.next()
    const round = randomUUID()
    const { answer } = await one(
      database.rows<{ answer: { refusal?: string } }>(place, [firstPlayer + player, round, game]),
    )
    if (answer.refusal) throw new Error(`no bet: ${answer.refusal}`)
    return { player: firstPlayer + player, round }
  }
  return {
    async bet() {
      await bet()
    },
    async betAndSettle() {
      const { player, round } = await bet()
      await database.rows(settle, [player, round, randomUUID()])
    },
    close: () => database.close(),
  }
}
