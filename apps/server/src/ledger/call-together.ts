import { batchQueries, columnsOf } from '../platform/database/batch.ts'
import { type Database, sql } from '../platform/database/database.ts'
import { isUnsupported } from '../platform/database/database-failure.ts'

/**
 * A function of the ledger, by its name and the types of its parameters. The first is the player.
 */
export interface LedgerFunction {
  readonly name: `ledger.${string}`
  readonly types: readonly ['integer', ...string[]]
  /** The function that makes many such calls: it takes an array for each parameter. */
  readonly many?: `ledger.${string}`
}

/**
 * Calls of the same moment share one database transaction, and so one commit. They are made in the
 * order of the players, who are locked in this order everywhere: each is a call of its own in
 * there, or `many` makes them, where the database can: one statement writes no players of several
 * nodes. A refusal is an answer; a bug of one call rolls all of them back, and each is then made on
 * its own.
 */
export function callTogether<A>(database: Database, { name, types, many }: LedgerFunction) {
  const listed = (suffix: '' | '[]') =>
    types.map((type, place) => `$${place + 1}::${type}${suffix}`).join(', ')
  const places = types.map((_, place) => `a${place}`)
  type Row = { place: bigint; answer: A }
  const single = sql([`select 1::bigint as place, ${name}(${listed('')}) as answer`])
  const oneByOne = sql([
    `select call.place, ${name}(${places.map((a) => `call.${a}`).join(', ')}) as answer
     from (
       select * from unnest(${listed('[]')})
         with ordinality as calls(${places.join(', ')}, place)
       order by a0, place
     ) call`,
  ])
  let together = many ? sql([`select place, answer from ${many}(${listed('[]')})`]) : oneByOne
  const askTogether = async (columns: readonly unknown[][]) => {
    try {
      return await database.rows<Row>(together, columns)
    } catch (error) {
      if (together === oneByOne || !isUnsupported(error)) throw error
      together = oneByOne
      return database.rows<Row>(together, columns)
    }
  }
  return batchQueries(async (calls: readonly (readonly unknown[])[]) => {
    const [first, ...others] = calls
    const rows = await (first && others.length === 0
      ? database.rows<Row>(single, first)
      : askTogether(columnsOf(calls)))
    return rows.toSorted((a, b) => Number(a.place - b.place)).map(({ answer }) => answer)
  })
}
