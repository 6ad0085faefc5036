import { chown, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '../../../server/src/platform/process/cannot-start.ts'
import { backUp } from '../postgres/back-up.ts'
import { type Postgres, startPostgres } from '../postgres/start-postgres.ts'
import { findPostgres, type PostgresUrls } from '../postgres/urls.ts'
import { adminUrl, nodeSettings } from './start-nodes.ts'

/**
 * A node of a cluster: two PostgreSQL servers, in the folders `a` and `b`. One is the leader, the
 * other its synchronous standby (docs/runbooks/standby.md). The link `leads` names the leader.
 */
export interface Pair {
  readonly leader: Postgres
  readonly standby: Postgres
}

const other = { a: 'b', b: 'a' } as const
type Side = keyof typeof other

async function leadingSide(folder: string): Promise<Side> {
  return (await readlink(join(folder, 'leads')).catch(() => 'a')) === 'b' ? 'b' : 'a'
}

/** Points a symbolic link at another place, atomically. */
export async function leadTo(link: string, place: string): Promise<void> {
  const fresh = `${link}.new`
  // One that was killed between the two steps has left it.
  await rm(fresh, { force: true })
  await symlink(place, fresh)
  await rename(fresh, link)
}

/** A node's leader; undefined if it is down. */
export const findLeader = async (folder: string): Promise<PostgresUrls | undefined> =>
  findPostgres(join(folder, await leadingSide(folder)))

/** Starts a node. Its standby is copied anew: it may have been the leader, or be behind. */
export async function startPair(native: string, folder: string): Promise<Pair> {
  const leader = await startPostgres({
    dataDir: join(folder, await leadingSide(folder)),
    native,
    settings: nodeSettings,
  })
  try {
    // Commits must not wait for a standby until there is one.
    await asAdmin(leader, `alter system reset synchronous_standby_names`, reload)
    return { leader, standby: await addStandby(native, folder, leader) }
  } catch (error) {
    await leader.stop()
    throw error
  }
}

const reload = 'select pg_reload_conf()'

/** Copies a node's leader to the other folder, and starts it there as a synchronous standby. */
export async function addStandby(
  native: string,
  folder: string,
  leader: PostgresUrls,
): Promise<Postgres> {
  const side = await leadingSide(folder)
  const [leads, follows] = [join(folder, side), join(folder, other[side])]
  await asAdmin(
    leader,
    `select pg_create_physical_replication_slot('standby', true)
     where not exists (select from pg_replication_slots where slot_name = 'standby')`,
  )
  await rm(follows, { recursive: true, force: true })
  await backUp(adminUrl(leader), leads, follows)
  const cluster = join(follows, 'postgres', 'cluster')
  const { uid, gid } = await stat(cluster)
  const signal = join(cluster, 'standby.signal')
  await writeFile(signal, '')
  await chown(signal, uid, gid)
  const standby = await startPostgres({
    dataDir: follows,
    native,
    settings: {
      ...nodeSettings,
      primary_conninfo: `host=${hostOf(leader)} user=postgres application_name=standby`,
      primary_slot_name: 'standby',
    },
  })
  await asAdmin(leader, `alter system set synchronous_standby_names = 'standby'`, reload)
  await untilRow(leader, `select from pg_stat_replication where sync_state = 'sync'`)
  // This commit waits until the standby has it, and with it all earlier writes.
  await asAdmin(leader, `select pg_logical_emit_message(true, 'pipkin', 'followed')`)
  return standby
}

/** Waits until a statement answers a row. */
export async function untilRow(
  server: Pick<PostgresUrls, 'ownerUrl'>,
  statement: string,
): Promise<void> {
  const admin = new pg.Client(adminUrl(server))
  await admin.connect()
  try {
    while ((await admin.query(statement)).rowCount === 0) await pause(20)
  } finally {
    await admin.end()
  }
}

async function asAdmin(server: PostgresUrls, ...statements: readonly string[]): Promise<void> {
  const admin = new pg.Client(adminUrl(server))
  await admin.connect()
  try {
    for (const statement of statements) await admin.query(statement)
  } finally {
    await admin.end()
  }
}

/** The host by which the other nodes reach a server: the folder of its socket. */
export const hostOf = ({ ownerUrl }: Pick<PostgresUrls, 'ownerUrl'>): string =>
  new URL(ownerUrl.replace('@/', '@here/')).searchParams.get('host') ?? ''

/**
 * Makes a node's standby its leader. The caller gives the other nodes its place. Throws
 * `CannotStart` if the leader is still up or no standby runs.
 */
export async function promoteStandby(folder: string, name: string): Promise<PostgresUrls> {
  const side = await leadingSide(folder)
  if (await findPostgres(join(folder, side)))
    throw new CannotStart(
      `The node ${name} is up, and two leaders would be two histories: stop it first.`,
    )
  const found = await findPostgres(join(folder, other[side]))
  if (!found)
    throw new CannotStart(`The node ${name} has no standby that runs: start the node itself again.`)
  // Don't wait in the session: its snapshot might hold up the replay of the last writes.
  await asAdmin(found, 'select pg_promote(wait => false)')
  await untilRow(found, 'select where not pg_is_in_recovery()')
  // It has no standby yet, for which each commit would wait.
  await asAdmin(found, 'alter system reset synchronous_standby_names', reload)
  await leadTo(join(folder, 'leads'), other[side])
  return found
}
