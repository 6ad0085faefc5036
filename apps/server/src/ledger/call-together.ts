import { batchQueries, columnsOf } from '../platform/database/batch.ts'
import { type Database, sql } from '../platform/database/database.ts'

/**
 * A function of the ledger, by its name and the types of its parameters. The first is the player.
 */
export interface LedgerFunction {
  readonly name: `ledger.${string}`
  readonly types: readonly ['integer', ...string[]]
}

/**
 * Calls of the same moment share one database transaction, and so one commit: each is a call of its
 * own in there, made in the order of the players, who are locked in this order everywhere. A
 * refusal is an answer; a bug of one call rolls all of them back, and each is then made on its own.
 */
export function callTogether<A>(database: Database, { name, types }: LedgerFunction) {
  const places = types.map((_, place) => `a${place}`)
  const statement = sql([
    `select call.place, ${name}(${places.map((a) => `call.${a}`).join(', ')}) as answer
     from (
       select * from unnest(${types.map((type, place) => `$${place + 1}::${type}[]`).join(', ')})
         with ordinality as calls(${places.join(', ')}, place)
       order by a0, place
     ) call`,
  ])
  return batchQueries(async (calls: readonly (readonly unknown[])[]) => {
    const rows = await database.rows<{ place: bigint; answer: A }>(statement, columnsOf(calls))
    return rows.toSorted((a, b) => Number(a.place - b.place)).map(({ answer }) => answer)
  })
}
