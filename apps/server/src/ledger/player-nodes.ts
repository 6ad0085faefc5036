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
 * The nodes of a cluster, which some calls are made at straight: each node has whole parts of the
 * players. What isn't known here, or refused there, the coordinator does, which leads a call to its
 * node by itself.
 */
export interface PlayerNodes {
  /** False once the database is known to be no cluster. */
  isCluster(): boolean
  /** The part that has a player, where its node can be asked. */
  partOf(player: number): string | undefined
  /** Asks the node of a part; undefined, and no change made, where the node can't be asked. */
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
  /** How that is connected to; nodes are, too, at their own places. */
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

/** Four kinds of statements at once for each of a node's four parts, and the looks. */
const connections = 18

const parts = sql`select part, first, last, host, port from ledger.parts()`
const clock = sql`select clock_timestamp() as at`

/** Reads where the players are, every few seconds, and once a node has failed not before. */
export function playerNodes({
  database,
  url,
  onError,
  everyMs = 2_000,
}: PlayerNodesOptions): PlayerNodes {
  const nodes = nodePools(url, onError)
  let known: readonly Part[] = []
  let isCluster = true

  async function look(): Promise<void> {
    if (!isCluster) return
    const rows = await database.rows<PartRow>(parts)
    isCluster = rows.length > 0
    if (!isCluster) return
    known = await partsToAsk(rows, { database, nodes, onError })
    await nodes.closeOthers(rows)
  }

  const looking = repeat(everyMs, look, onError)
  return {
    isCluster: () => isCluster,
    partOf(player) {
      if (known.length === 0) return undefined
      const hash = hashOf(player)
      return known.find(({ first, last }) => first <= hash && hash <= last)?.part
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
        // Until the next look, so that all of a moment's calls don't meet it one after another.
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

type NodePlace = Pick<PartRow, 'host' | 'port'>

/** The connections to each node, which are kept from look to look. */
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

/** The parts whose nodes can be asked now; each node is judged once. */
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
 * False where a migration has outrun the node's copies of functions. Movements of one player are
 * timed by the node's clock and by the coordinator's: false also where the node's is off, by more
 * than it takes to ask.
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

/** Whether the node has no copy for a part. Another function that is missing is a bug. */
const lacks = (part: string, error: unknown): boolean =>
  isUndefinedFunction(error) && error.message.includes(`_${part}(`)

const now = async (queryable: Queryable): Promise<number> =>
  (await one(queryable.rows<{ at: Date }>(clock))).at.getTime()

/** A connection string's place, made that of a node: a host, or the folder of a socket. */
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
