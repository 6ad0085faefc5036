import { batch, batchQueries, columnsOf } from '../platform/database/batch.ts'
import { type Database, isRolledBack, sql } from '../platform/database/database.ts'
import { isUnsupported } from '../platform/database/database-failure.ts'
import type { PlayerNodes } from './player-nodes.ts'

/**
 * A function of the ledger, by its name and the types of its parameters. The first is the player.
 */
export interface LedgerFunction {
  readonly name: `ledger.${string}`
  readonly types: readonly ['integer', ...string[]]
  /** The function that makes many such calls: it takes an array for each parameter. */
  readonly many?: `ledger.${string}`
  /**
   * The same for what a node of a cluster can do alone: it answers null for the other calls, of
   * which it has changed nothing. A part of the players has one of its own, named after it.
   */
  readonly ofPart?: `ledger.${string}`
}

/**
 * Calls of the same moment share one database transaction, and so one commit. They are made in the
 * order of the players, who are locked in this order everywhere: each is a call of its own in
 * there, or `many` makes them, where the database can: one statement writes no players of several
 * nodes. A refusal is an answer; a bug of one call rolls all of them back, and each is then made on
 * its own. `nodes`: of a cluster, where `ofPart` is asked first.
 */
export function callTogether<A>(
  database: Database,
  { name, types, many, ofPart }: LedgerFunction,
  nodes?: PlayerNodes,
) {
  const listed = (suffix: '' | '[]') => listOf(types, suffix)
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
  const askDatabase = batchQueries(async (calls: readonly Call[]) => {
    const [first, ...others] = calls
    return inOrder(
      await (first && others.length === 0
        ? database.rows<Row>(single, first)
        : askTogether(columnsOf(calls))),
    )
  })
  const atDatabase = async (call: Call): Promise<A> => askDatabase(checked(name, types, call))
  if (!ofPart) return atDatabase
  return straightFirst(nodes, { ofPart, types, read: (answer: A) => answer }, atDatabase)
}

/** What a node is asked, and how its answer `N` is read. */
interface Straight<A, N> extends Required<Pick<LedgerFunction, 'ofPart' | 'types'>> {
  read(answer: N): A
}

/**
 * Asks the node that has a call's player first, and `elsewhere` where there is none, or where it
 * answers null. Calls of the same moment for players of one part share a transaction there.
 */
export function straightFirst<A, N>(
  nodes: PlayerNodes | undefined,
  { ofPart, types, read }: Straight<A, N>,
  elsewhere: (call: Call) => Promise<A>,
): (call: Call) => Promise<A> {
  if (!nodes) return elsewhere
  const listed = listOf(types, '[]')
  const atPart = (part: string) => {
    const statement = sql([`select place, answer from ${ofPart}_${part}(${listed})`])
    const ask = async (calls: readonly Call[]): Promise<(N | null)[]> => {
      const rows = await nodes.ask<{ place: bigint; answer: N | null }>(
        part,
        statement,
        columnsOf(calls),
      )
      return rows ? inOrder(rows) : calls.map(() => null)
    }
    return batch(ask, { most: 60, canRunAlone: isRolledBack })
  }
  const byPart = new Map<string, (call: Call) => Promise<N | null>>()
  return async (call: Call): Promise<A> => {
    const part = nodes.partOf(Number(call[0]))
    if (part === undefined) return elsewhere(call)
    const ask = byPart.get(part) ?? atPart(part)
    byPart.set(part, ask)
    const answer = await ask(checked(ofPart, types, call))
    return answer === null ? elsewhere(call) : read(answer)
  }
}

/** The parameters, the player first. */
type Call = readonly unknown[]

const listOf = (types: readonly string[], suffix: '' | '[]'): string =>
  types.map((type, place) => `$${place + 1}::${type}${suffix}`).join(', ')

/** PostgreSQL's own error for it is that of a broken connection. */
function checked(name: string, types: readonly string[], call: Call): Call {
  if (call.length !== types.length)
    throw new TypeError(`${name} takes ${types.length} values, and here are ${call.length}`)
  return call
}

const inOrder = <A>(rows: readonly { place: bigint; answer: A }[]): A[] =>
  rows.toSorted((a, b) => Number(a.place - b.place)).map(({ answer }) => answer)
