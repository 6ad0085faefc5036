import { batch, columnsOf } from '../platform/database/batch.ts'
import { type Database, isRolledBack, type Statement, sql } from '../platform/database/database.ts'
import { isUnsupported } from '../platform/database/database-failure.ts'
import { type Session, SessionUnseen } from '../platform/http/call.ts'
import { batchByNode, type PlayerNodes } from './player-nodes.ts'

/** The parameters of a ledger function in SQL's order, with their types. */
type Parameters = Readonly<Record<string, keyof ParameterTypes>>

/** The JavaScript type of a value for each SQL type. */
interface ParameterTypes {
  integer: number
  smallint: number
  bigint: bigint
  boolean: boolean
  text: string
  uuid: string
  bytea: Buffer
  jsonb: string
  timestamptz: string
  'ledger.round_status': string
}

/** A call: its parameters by their names. Only the player is never null. */
export type CallOf<F extends { readonly parameters: Parameters }> = { readonly player: number } & {
  readonly [P in Exclude<keyof F['parameters'], 'player'>]:
    | ParameterTypes[F['parameters'][P]]
    | null
}

/** A function of the ledger. Its first parameter is the player. */
export interface LedgerFunction {
  readonly name: `ledger.${string}`
  readonly parameters: Parameters & { readonly player: 'integer' }
  /** The SQL function that makes many such calls at once: it takes an array for each parameter. */
  readonly many?: `ledger.${string}`
  /**
   * The SQL function that a cluster's node has for calls that it can make alone. It answers null
   * for any other call and changes nothing. Each part of the players has a copy, named after the
   * part.
   */
  readonly ofPart?: `ledger.${string}`
}

/** Makes sure that all of these sessions are alive, each by its newest token. */
export interface SessionCheck {
  /** SQL that throws where one isn't. Its parameters are numbered from `first` on. */
  sql(first: number): string
  values(sessions: readonly Session[]): readonly unknown[]
  /** Whether that has thrown. */
  isEnd(error: unknown): boolean
}

/**
 * Batches calls of the same moment into one database transaction, and so into one commit. They run
 * in the order of their players, in which players are locked everywhere: one by one, or all at once
 * by `many`. (A cluster can't use `many`: there one statement can't write players of several
 * nodes.) A refusal is an answer. A bug in one call rolls all of them back, and each is then made
 * alone.
 *
 * `nodes`: the nodes of a cluster; a call asks its player's node first, by `ofPart`. `check`: lets
 * a call name a session that it watches. If one of these sessions isn't alive, or ends
 * while a call waits for a lock, no call is made, and all throw `SessionUnseen`.
 */
export function callTogether<A, F extends LedgerFunction>(
  database: Database,
  called: F,
  { nodes, check }: { nodes?: PlayerNodes | undefined; check?: SessionCheck | undefined } = {},
) {
  const { parameters, ofPart } = called
  const names = Object.keys(parameters)
  type Row = { place: bigint; answer: A }
  const plain = statementsOf(called)
  const whileAllLive = statementsOf(called, check)
  let takesMany = true
  const askTogether = async (
    { together, oneByOne }: Statements,
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
  const askAll = async (calls: readonly Asked[]): Promise<A[]> => {
    const sessions = calls.flatMap(({ session }) => session ?? [])
    const use = sessions.length > 0 ? whileAllLive : plain
    const live = sessions.length > 0 && check ? check.values(sessions) : []
    const all = calls.map(({ call }) => call)
    const [first, ...others] = all
    const asking =
      first && others.length === 0
        ? database.rows<Row>(use.single, [...names.map((name) => first[name]), ...live])
        : askTogether(use, [...columnsOf(all, names), ...live])
    const rows = await asking.catch((error: unknown) => {
      throw check?.isEnd(error) ? new SessionUnseen() : error
    })
    for (const { watched } of sessions) if (watched) watched.isLive = true
    return inOrder(rows)
  }
  const askDatabase = batchByNode(nodes, ({ call }: Asked) => call.player, askAll)
  const atDatabase = async (call: CallOf<F>, session?: Session): Promise<A> => {
    if (!session?.watched) return askDatabase({ call })
    if (!check) throw new SessionUnseen()
    return askDatabase({ call, session })
  }
  if (!ofPart || !nodes) return atDatabase
  const read = (answer: A) => answer
  const straight = atNodeFirst(nodes, { ofPart, parameters, read }, atDatabase)
  return async (call: CallOf<F>, session?: Session): Promise<A> => {
    if (!nodes.isCluster()) return atDatabase(call, session)
    // Nodes have no table of sessions to check it by.
    if (session?.watched) throw new SessionUnseen()
    return straight(call)
  }
}

/** The statements that make one call, many one by one, and many by the function's `many`. */
type Statements = Readonly<Record<'single' | 'oneByOne' | 'together', Statement>>

/**
 * The check comes after the calls: PostgreSQL evaluates what it selects when the functions behind
 * FROM have ended. A subquery that names no row is evaluated once.
 */
function statementsOf(
  { name, parameters, many }: LedgerFunction,
  check?: SessionCheck,
): Statements {
  const places = Object.keys(parameters).map((_, place) => `a${place}`)
  const arrays = listOf(parameters, '[]')
  const judged = check?.sql(places.length + 1)
  const after = judged ? `, ${judged}` : ''
  const afterAll = judged ? `, (select ${judged})` : ''
  const oneByOne = sql([
    `select call.place, ${name}(${places.map((a) => `call.${a}`).join(', ')}) as answer${after}
     from (
       select * from unnest(${arrays})
         with ordinality as calls(${places.join(', ')}, place)
       order by a0, place
     ) call`,
  ])
  return {
    single: sql([
      `select 1::bigint as place, answer${after}
       from ${name}(${listOf(parameters, '')}) as answer`,
    ]),
    oneByOne,
    together: many ? sql([`select place, answer${afterAll} from ${many}(${arrays})`]) : oneByOne,
  }
}

/** What a node is asked, and how to read its answer. */
interface NodeCall<A, N> extends Required<Pick<LedgerFunction, 'ofPart' | 'parameters'>> {
  read(answer: N): A
}

/**
 * Asks the node of a call's player, and `elsewhere` if that can't be asked or answers null. Calls
 * of the same moment for players of one part share a transaction at the node.
 */
export function atNodeFirst<A, N, C extends Call>(
  nodes: PlayerNodes | undefined,
  { ofPart, parameters, read }: NodeCall<A, N>,
  elsewhere: (call: C) => Promise<A>,
): (call: C) => Promise<A> {
  if (!nodes) return elsewhere
  const names = Object.keys(parameters)
  const listed = listOf(parameters, '[]')
  const atPart = (part: string) => {
    const statement = sql([`select place, answer from ${ofPart}_${part}(${listed})`])
    const ask = async (calls: readonly Call[]): Promise<(N | null)[]> => {
      const rows = await nodes.ask<{ place: bigint; answer: N | null }>(
        part,
        statement,
        columnsOf(calls, names),
      )
      return rows ? inOrder(rows) : calls.map(() => null)
    }
    return batch(ask, { most: 60, canRunAlone: isRolledBack })
  }
  const byPart = new Map<string, (call: Call) => Promise<N | null>>()
  return async (call: C): Promise<A> => {
    const part = nodes.partOf(call.player)
    if (part === undefined) return elsewhere(call)
    const ask = byPart.get(part) ?? atPart(part)
    byPart.set(part, ask)
    const answer = await ask(call)
    return answer === null ? elsewhere(call) : read(answer)
  }
}

/** A call of some function. */
type Call = { readonly player: number } & Readonly<Record<string, unknown>>

interface Asked {
  readonly call: Call
  readonly session?: Session
}

const listOf = (parameters: Parameters, suffix: '' | '[]'): string =>
  Object.values(parameters)
    .map((type, place) => `$${place + 1}::${type}${suffix}`)
    .join(', ')

const inOrder = <A>(rows: readonly { place: bigint; answer: A }[]): A[] =>
  rows.toSorted((a, b) => Number(a.place - b.place)).map(({ answer }) => answer)
