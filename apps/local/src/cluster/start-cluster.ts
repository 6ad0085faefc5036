import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { spread } from '../../../server/src/platform/database/spread.ts'
import { CannotStart } from '../../../server/src/platform/process/cannot-start.ts'
import type { Postgres } from '../postgres/start-postgres.ts'
import { type PostgresUrls, urlsOver } from '../postgres/urls.ts'
import { prepareDatabase } from '../prepare-database.ts'
import {
  findLeader,
  hostOf,
  leadTo,
  type Pair,
  promoteStandby,
  startPair,
  untilRow,
} from './node-pair.ts'
import { adminUrl } from './start-nodes.ts'

/** The index is the node's group in Citus: 0 is the coordinator. */
export const nodeNames = ['coordinator', 'one', 'two'] as const
export type NodeName = (typeof nodeNames)[number]

/** Where a node of the cluster keeps its data. */
export const folderOf = (dataDir: string, name: NodeName) => join(dataDir, 'nodes', name)

/** The address that the processes use: a link to the socket folder of the coordinator's leader. */
const addressOf = (dataDir: string) => join(dataDir, 'postgres', 'sockets')

export interface Cluster {
  /** The coordinator, by its address. */
  readonly postgres: Postgres
  readonly nodes: readonly (Pair & { readonly name: NodeName })[]
}

/** Starts the nodes with their standbys, and spreads a new database over them. */
export async function startCluster(native: string, dataDir: string): Promise<Cluster> {
  const starting = nodeNames.map(async (name) => {
    await mkdir(folderOf(dataDir, name), { recursive: true })
    return { name, ...(await startPair(native, folderOf(dataDir, name))) }
  })
  const started = await Promise.allSettled(starting)
  const nodes = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const stop = async () => {
    for (const { leader, standby } of nodes) {
      await leader.stop()
      await standby.stop()
    }
  }
  try {
    for (const one of started) if (one.status === 'rejected') throw one.reason
    const [coordinator, ...others] = nodes.map(({ leader }) => leader)
    if (!coordinator) throw new Error('no node was started')
    const address = addressOf(dataDir)
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await leadTo(address, hostOf(coordinator))
    await tellPlaces(
      coordinator,
      nodes.map(({ leader }) => hostOf(leader)),
    )
    const urls = urlsOver(address)
    await prepareDatabase(urls)
    await spread(adminUrl(coordinator), others.map(adminUrl))
    const { pid } = coordinator
    // If a node ends, the product goes on: an operator promotes the node's standby.
    return { postgres: { ...urls, pid, exited: new Promise(() => undefined), stop }, nodes }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Writes into each node where the nodes are now. `hosts` has them by group; undefined is down. */
export async function tellPlaces(
  coordinator: PostgresUrls,
  hosts: readonly (string | undefined)[],
): Promise<void> {
  const admin = new pg.Client(adminUrl(coordinator))
  await admin.connect()
  try {
    const { rowCount } = await admin.query(`select from pg_extension where extname = 'citus'`)
    if (rowCount === 0) return
    const { rows } = await admin.query<{ id: number; group: number; host: string }>(
      'select nodeid as id, groupid as group, nodename as host from pg_dist_node',
    )
    const moved = rows.filter(({ group, host }) => (hosts[group] ?? host) !== host)
    // Forced: sessions that still wait for the lost node are ended.
    for (const { id, group } of moved)
      if (group !== 0)
        await admin.query('select citus_update_node($1, $2, 5432, true, 1000)', [id, hosts[group]])
    if (moved.some(({ group }) => group === 0)) {
      // Citus updates the other nodes at once, so it must know their places first.
      await untilRow(
        coordinator,
        'select where not exists (select from pg_dist_node where not metadatasynced)',
      )
      await admin.query('select citus_set_coordinator_host($1, 5432)', [hosts[0]])
    }
    // Finish the transactions that were prepared when a node went down.
    await admin.query('select recover_prepared_transactions()')
  } finally {
    await admin.end()
  }
}

/** The node that has a player. */
export async function nodeOf(dataDir: string, player: number): Promise<NodeName> {
  if (!(await findLeader(folderOf(dataDir, 'coordinator'))))
    throw new CannotStart(
      `No cluster runs in ${dataDir}: start it by "npm run cluster", or give the PIPKIN_DATA that it has.`,
    )
  const { ownerUrl } = urlsOver(addressOf(dataDir))
  const admin = new pg.Client(adminUrl({ ownerUrl }))
  await admin.connect()
  try {
    const { rows } = await admin.query<{ group: number }>(
      `select groupid as group from pg_dist_placement
       where shardid = get_shard_id_for_distribution_column('ledger.wallets', $1::integer)`,
      [player],
    )
    return nodeNames[rows[0]?.group ?? 0] ?? 'coordinator'
  } finally {
    await admin.end()
  }
}

/** Promotes a node's standby to its leader, and gives all nodes its place. */
export async function takeOver(dataDir: string, name: NodeName): Promise<void> {
  const taken = await promoteStandby(folderOf(dataDir, name), name)
  if (name === 'coordinator') await leadTo(addressOf(dataDir), hostOf(taken))
  const leaders = await Promise.all(nodeNames.map((one) => findLeader(folderOf(dataDir, one))))
  const [coordinator] = leaders
  if (!coordinator) throw new CannotStart('The coordinator is down: promote its standby first.')
  await tellPlaces(
    coordinator,
    leaders.map((leader) => leader && hostOf(leader)),
  )
}
