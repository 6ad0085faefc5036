import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { spawnGuarded } from '../guarded-child.ts'
import { holdFolder } from '../hold-folder.ts'
import { untilLine } from '../until-line.ts'
import { postgresAccount } from './account.ts'
import { packagedBinaries, usableBinaries } from './binaries.ts'
import { clusterPath } from './cluster-path.ts'
import { makeCluster } from './make-cluster.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'
import { clearStalePid } from './stale-pid.ts'
import { type PostgresUrls, urlsOver } from './urls.ts'

export type Postgres = PostgresUrls & {
  /** The server's process. */
  pid: number
  /** Settles when the server ends, asked or not. */
  exited: Promise<unknown>
  stop(): Promise<void>
}

export type PostgresPlace = {
  /** Everything is kept in its subfolder `postgres`. */
  dataDir: string
  /** The folder with PostgreSQL's `bin`, `lib` and `share`; by default the installed package's. */
  native?: string
  /** Where a copy of the binaries goes when the package's can't be run in place. */
  cache?: string
  /**
   * Settings of the server by their names; what makes it durable and private can't be among them.
   */
  settings?: Readonly<Record<string, string>>
}

/**
 * The line after which PostgreSQL accepts connections; recovery, if there was any, is over by then.
 */
const readyLine = 'database system is ready to accept connections'

/**
 * Starts the PostgreSQL 18 that comes along, on a cluster that is made on the first start.
 * It listens on a unix socket only. It ends with this process, however that ends.
 * Throws `CannotStart` with a sentence for the person at the terminal.
 */
export async function startPostgres({
  dataDir,
  native,
  cache,
  settings = {},
}: PostgresPlace): Promise<Postgres> {
  const place = join(resolve(dataDir), 'postgres')
  const cluster = join(place, 'cluster')
  const release = await holdFolder(place)
  try {
    const account = await postgresAccount(cluster)
    const binaries = await usableBinaries(native ?? packagedBinaries(), account, cache)
    if (!existsSync(cluster)) await makeCluster(binaries, cluster, account)
    const { dev, ino } = await stat(cluster)
    // The name is in the server's command line: it tells our server from whatever else got its pid.
    const name = `pipkin-${dev}-${ino}`
    await clearStalePid(cluster, name, account)

    const sockets = await makeSocketFolder(place, account)
    const { path, folder } = clusterPath(cluster, account)
    const server = spawnGuarded({
      command: join(binaries, 'bin', 'postgres'),
      args: [
        '-D',
        path,
        ...onCommandLine({
          ...settings,
          ...fixed,
          cluster_name: name,
          unix_socket_directories: sockets,
        }),
      ],
      stopSignal: 'INT',
      account,
      folder,
    })
    await untilLine(server, 'stderr', 'PostgreSQL', (line) => line.endsWith(readyLine))
    return {
      ...urlsOver(sockets),
      pid: server.pid,
      exited: server.exited,
      async stop() {
        await server.stop()
        await removeSocketFolder(place)
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** Given on the command line, where no file of the cluster can turn them off. */
const fixed = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
}

const onCommandLine = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
