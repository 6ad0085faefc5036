import { batch, batchQueries, columnsOf } from '../platform/database/batch.ts'
import { type Database, isRolledBack, sql } from '../platform/database/database.ts'
import { isUnsupported } from '../platform/database/database-failure.ts'
import { type Session, SessionUnseen } from '../platform/http/call.ts'
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
   * The function for what a node of a cluster can do alone. It answers null for other calls, and
   * leaves their data as it is. Each part of the players has its own, named after the part.
   */
  readonly ofPart?: `ledger.${string}`
}

/** A condition in SQL: all of these sessions are alive, each by its newest token. */
export interface SessionCheck {
  /** Its parameters are numbered from `first` on. */
  sql(first: number): string
  values(sessions: readonly Session[]): readonly unknown[]
}

/**
 * Makes calls of the same moment in one database transaction, and so by one commit. It makes them
 * in the order of the players, as players are locked everywhere: one by one, or all by `many` where
 * the database can. (A cluster can't: there, one statement can't write players of several nodes.)
 * A refusal is an answer. A bug in one call rolls back all of them, and each is then made alone.
 *
 * `nodes`: those of a cluster; a call asks its player's node first, by `ofPart`. `check`: allows a
 * call to name a session that is only remembered. If one of these isn't alive, none of the calls is
 * made, and all throw `SessionUnseen`.
 */
export function callTogether<A>(
  database: Database,
  { name, types, many, ofPart }: LedgerFunction,
  { nodes, check }: { nodes?: PlayerNodes | undefined; check?: SessionCheck | undefined } = {},
) {
  const listed = (suffix: '' | '[]') => listOf(types, suffix)
  const places = types.map((_, place) => `a${place}`)
  type Row = { place: bigint; answer: A }
  /** A condition names no row, so PostgreSQL judges it once, before it makes the first call. */
  const statements = (condition: string) => {
    const oneByOne = sql([
      `select call.place, ${name}(${places.map((a) => `call.${a}`).join(', ')}) as answer
       from (
         select * from unnest(${listed('[]')})
           with ordinality as calls(${places.join(', ')}, place)
         order by a0, place
       ) call ${condition}`,
    ])
    return {
      single: sql([`select 1::bigint as place, ${name}(${listed('')}) as answer ${condition}`]),
      oneByOne,
      together: many
        ? sql([`select place, answer from ${many}(${listed('[]')}) ${condition}`])
        : oneByOne,
    }
  }
  const plain = statements('')
  const whileAllLive = check ? statements(`where ${check.sql(types.length + 1)}`) : plain
  let takesMany = true
  const askTogether = async (
    { together, oneByOne }: typeof plain,
    values: readonly unknown[],
  ): Promise<Row[]> => {
    if (!takesMany) return database.rows<Row>(oneByOne, values)
    try {
      return await database.rows<Row>(together, values)
    } catch (error) {
      if (together === oneByOne || !isUnsupported(error)) throw error
      takesMany = false
      return database.rows<Row>(oneByOne, values)
    }
  }
  const askDatabase = batchQueries(async (calls: readonly Asked[]) => {
    const sessions = calls.flatMap(({ session }) => session ?? [])
    const use = sessions.length > 0 ? whileAllLive : plain
    const live = sessions.length > 0 && check ? check.values(sessions) : []
    const all = calls.map(({ values }) => values)
    const [first, ...others] = all
    const rows = await (first && others.length === 0
      ? database.rows<Row>(use.single, [...first, ...live])
      : askTogether(use, [...columnsOf(all), ...live]))
    if (rows.length === 0) throw new SessionUnseen()
    for (const { remembered } of sessions) if (remembered) remembered.isLive = true
    return inOrder(rows)
  })
  const atDatabase = async (call: Call, session?: Session): Promise<A> => {
    const values = checked(name, types, call)
    if (!session?.remembered) return askDatabase({ values })
    if (!check) throw new SessionUnseen()
    return askDatabase({ values, session })
  }
  if (!ofPart || !nodes) return atDatabase
  const straight = straightFirst(nodes, { ofPart, types, read: (answer: A) => answer }, atDatabase)
  return async (call: Call, session?: Session): Promise<A> => {
    if (!nodes.isCluster()) return atDatabase(call, session)
    // The nodes have no sessions.
    if (session?.remembered) throw new SessionUnseen()
    return straight(call)
  }
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

interface Asked {
  readonly values: Call
  readonly session?: Session
}

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
