import { batchQueries } from '../platform/database/batch.ts'
import { callsHash, copiedCallsHash } from '../platform/database/copy-calls.ts'
import {
  connect,
  type Database,
  one,
  type Queryable,
  type Statement,
  sql,
} from '../platform/database/database.ts'
import {
  isDatabaseDown,
  isUndefinedFunction,
  isUnsupported,
} from '../platform/database/database-failure.ts'
import { repeat } from '../platform/process/repeat.ts'

/**
 * Asks the nodes of a cluster directly, without the coordinator between: each node has whole parts
 * of the players. Where a node isn't known or can't be asked, the caller asks the coordinator,
 * which finds a player's node by itself.
 */
export interface PlayerNodes {
  /** False once the database is known to be no cluster. */
  isCluster(): boolean
  /** The part that has a player; undefined if its node can't be asked now. */
  partOf(player: number): string | undefined
  /** The place of a player's node, also while that can't be asked; undefined without a cluster. */
  placeOf(player: number): string | undefined
  /** Asks the node of a part. Undefined, with nothing changed, if the node can't be asked. */
  ask<R extends object>(
    part: string,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<R[] | undefined>
  stop(): Promise<void>
}

interface PlayerNodesOptions {
  /** The coordinator, or a database that is no cluster. */
  readonly database: Database
  /**
   * The connection string of `database`; the nodes are reached by it with their own host and port.
   */
  readonly url: string
  onError(error: unknown): void
  readonly everyMs?: number
}

interface PartRow {
  readonly part: string
  readonly first: number
  readonly last: number
  readonly host: string
  readonly port: number
}

interface Part extends Pick<PartRow, 'part' | 'first' | 'last'> {
  readonly node: Database
}

class OldCopies extends Error {
  override name = 'OldCopies'
  constructor() {
    super('A migration has changed what nodes have copies of: run "npm run spread" again.')
  }
}

class ClockIsOff extends Error {
  override name = 'ClockIsOff'
  constructor(host: string) {
    super(
      `The clock of ${host} is off by more than it takes to ask: set it, or its bets take longer.`,
    )
  }
}

/** Room for four kinds of statements at once for each of a node's four parts, and for the looks. */
const connections = 18

const parts = sql`select part, first, last, host, port from ledger.parts()`
const clock = sql`select clock_timestamp() as at`

/**
 * Learns every few seconds where the players are. A node that has failed isn't asked before the
 * next look.
 */
export function playerNodes({
  database,
  url,
  onError,
  everyMs = 2_000,
}: PlayerNodesOptions): PlayerNodes {
  const nodes = nodePools(url, onError)
  let all: readonly PartRow[] = []
  let known: readonly Part[] = []
  let isCluster = true

  async function look(): Promise<void> {
    if (!isCluster) return
    const rows = await database.rows<PartRow>(parts)
    isCluster = rows.length > 0
    if (!isCluster) return
    all = rows
    known = await partsToAsk(rows, { database, nodes, onError })
    await nodes.closeOthers(rows)
  }

  const looking = repeat(everyMs, look, onError)
  return {
    isCluster: () => isCluster,
    partOf: (player) => rangeOf(known, player)?.part,
    placeOf(player) {
      const row = rangeOf(all, player)
      return row && `${row.host}:${row.port}`
    },
    async ask<R extends object>(
      part: string,
      statement: Statement,
      values: readonly unknown[],
    ): Promise<R[] | undefined> {
      const node = known.find((one) => one.part === part)?.node
      try {
        return await node?.rows<R>(statement, values)
      } catch (error) {
        const isRefused = isUnsupported(error) || lacks(part, error)
        // Dropped until the next look, so that the calls of a moment don't meet the failure one
        // after another.
        if (isRefused) known = known.filter((one) => one.part !== part)
        else if (isDatabaseDown(error)) known = known.filter((one) => one.node !== node)
        if (!isRefused) throw error
        onError(error)
        return undefined
      }
    },
    async stop() {
      await looking.stop()
      known = []
      await nodes.closeOthers([])
    },
  }
}

function rangeOf<R extends Pick<PartRow, 'first' | 'last'>>(
  ranges: readonly R[],
  player: number,
): R | undefined {
  if (ranges.length === 0) return undefined
  const hash = hashOf(player)
  return ranges.find(({ first, last }) => first <= hash && hash <= last)
}

/**
 * Batches calls that the coordinator makes, for the players of one node together: those of a node
 * that is down fail, and the others don't fail with them.
 */
export function batchByNode<T, A>(
  nodes: Pick<PlayerNodes, 'placeOf'> | undefined,
  playerOf: (input: T) => number,
  query: (inputs: readonly T[]) => Promise<readonly A[]>,
): (input: T) => Promise<A> {
  const byPlace = new Map<string | undefined, (input: T) => Promise<A>>()
  return (input) => {
    const place = nodes?.placeOf(playerOf(input))
    const ask = byPlace.get(place) ?? batchQueries(query)
    byPlace.set(place, ask)
    return ask(input)
  }
}

type NodePlace = Pick<PartRow, 'host' | 'port'>

/** A connection pool for each node, kept from look to look. */
interface NodePools {
  at(node: NodePlace): Database
  /** Closes all but those to these nodes. */
  closeOthers(nodes: readonly NodePlace[]): Promise<void>
}

function nodePools(url: string, onError: PlayerNodesOptions['onError']): NodePools {
  const pools = new Map<string, Database>()
  const placeOf = ({ host, port }: NodePlace) => atNode(url, host, port)
  return {
    at(node) {
      const place = placeOf(node)
      const pool = pools.get(place) ?? connect(place, { connections, onError })
      pools.set(place, pool)
      return pool
    },
    async closeOthers(nodes) {
      const stay = new Set(nodes.map(placeOf))
      for (const [place, pool] of pools)
        if (!stay.has(place)) {
          pools.delete(place)
          await pool.close()
        }
    },
  }
}

/** The parts whose nodes can be asked now. Each node is checked once. */
async function partsToAsk(
  rows: readonly PartRow[],
  {
    database,
    nodes,
    onError,
  }: Pick<PlayerNodesOptions, 'database' | 'onError'> & { nodes: NodePools },
): Promise<Part[]> {
  const { calls } = await one(database.rows<{ calls: string }>(callsHash))
  const fit = new Map<Database, boolean>()
  const found: Part[] = []
  for (const { part, first, last, ...place } of rows) {
    const node = nodes.at(place)
    if (!fit.has(node))
      fit.set(node, await canBeAsked(node, { database, calls, host: place.host, onError }))
    if (fit.get(node)) found.push({ part, first, last, node })
  }
  return found
}

/**
 * Whether a node can be asked directly. Not after a migration that changed the functions of which
 * it has copies. Nor if its clock is off by more than it takes to ask: both the node's clock and
 * the coordinator's time the movements of one player.
 */
async function canBeAsked(
  node: Queryable,
  {
    database,
    calls,
    host,
    onError,
  }: Pick<PlayerNodesOptions, 'database' | 'onError'> & { calls: string; host: string },
): Promise<boolean> {
  try {
    const copies = await one(node.rows<{ calls: string | null }>(copiedCallsHash))
    if (copies.calls !== calls) throw new OldCopies()
    const [before, there, after] = [await now(database), await now(node), await now(database)]
    if (there < before || after < there) throw new ClockIsOff(host)
    return true
  } catch (error) {
    onError(error)
    return false
  }
}

/** Whether the node lacks its copies for a part. Any other missing function is a bug. */
const lacks = (part: string, error: unknown): boolean =>
  isUndefinedFunction(error) && error.message.includes(`_${part}(`)

const now = async (queryable: Queryable): Promise<number> =>
  (await one(queryable.rows<{ at: Date }>(clock))).at.getTime()

/** A connection string with a node's host (or the folder of its socket) and port. */
export function atNode(url: string, host: string, port: number): string {
  const place = new URL(url.replace('@/', '@node/'))
  place.searchParams.set('host', host)
  place.searchParams.set('port', String(port))
  return place.href
}

/** PostgreSQL's hash of an integer (`hashint4`), by which players belong to parts. */
export function hashOf(player: number): number {
  let a = 0x9e3779b9 + 4 + 3_923_095
  let b = a
  let c = a
  const turned = (word: number, by: number) => (word << by) | (word >>> (32 - by))
  a = (a + player) | 0
  c = ((c ^ b) - turned(b, 14)) | 0
  a = ((a ^ c) - turned(c, 11)) | 0
  b = ((b ^ a) - turned(a, 25)) | 0
  c = ((c ^ b) - turned(b, 16)) | 0
  a = ((a ^ c) - turned(c, 4)) | 0
  b = ((b ^ a) - turned(a, 14)) | 0
  return ((c ^ b) - turned(b, 24)) | 0
}
