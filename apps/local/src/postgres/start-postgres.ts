import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { holdFolder } from '../../../server/src/platform/process/hold-folder.ts'
import { spawnGuarded } from '../guarded-child.ts'
import { untilLine } from '../until-line.ts'
import { postgresAccount } from './account.ts'
import { packagedBinaries, usableBinaries } from './binaries.ts'
import { clusterPath, makeCluster } from './make-cluster.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'
import { clearStalePid } from './stale-pid.ts'
import { type PostgresUrls, urlsOver } from './urls.ts'

export interface Postgres extends PostgresUrls {
  /** The server's process. */
  readonly pid: number
  /** Settles when the server ends, by `stop` or by itself. */
  readonly exited: Promise<unknown>
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Everything is kept in its subfolder `postgres`. */
  readonly dataDir: string
  /** The folder with PostgreSQL's `bin`, `lib` and `share`; by default the installed package's. */
  readonly native?: string
  /** Where a copy of the binaries goes when the package's can't be run in place. */
  readonly cache?: string
  /** Settings of the server by name. They can't change what makes it durable and private. */
  readonly settings?: Readonly<Record<string, string>>
  /** For tests: data survives a killed process, but not a power failure. */
  readonly disposable?: true
}

/** PostgreSQL logs this line when it accepts connections, after any recovery or as a standby. */
const readyLine = /database system is ready to accept (read-only )?connections$/

/**
 * Starts the bundled PostgreSQL 18; the first start makes its cluster. It listens on a unix socket
 * only, and ends with this process, even after `kill -9`. Throws `CannotStart`.
 */
export async function startPostgres({
  dataDir,
  native,
  cache,
  settings = {},
  disposable,
}: PostgresOptions): Promise<Postgres> {
  const folder = join(resolve(dataDir), 'postgres')
  const cluster = join(folder, 'cluster')
  const release = await holdFolder(folder)
  try {
    const account = await postgresAccount(cluster)
    const binaries = await usableBinaries(native ?? packagedBinaries(), account, cache)
    if (!existsSync(cluster)) await makeCluster(binaries, cluster, account)
    const { dev, ino } = await stat(cluster)
    // The server's command line holds this name; that of a later process with its pid doesn't.
    const name = `pipkin-${dev}-${ino}`
    await clearStalePid(cluster, name, account)

    const sockets = await makeSocketFolder(folder, account)
    const opened = clusterPath(cluster, account)
    const server = spawnGuarded({
      command: join(binaries, 'bin', 'postgres'),
      args: [
        '-D',
        opened.path,
        ...onCommandLine({
          ...settings,
          ...fixed,
          ...(disposable && forTests),
          cluster_name: name,
          unix_socket_directories: sockets,
        }),
      ],
      stopSignal: 'INT',
      account,
      folder: opened.folder,
    })
    await untilLine(server, 'stderr', 'PostgreSQL', (line) => readyLine.test(line))
    return {
      ...urlsOver(sockets),
      pid: server.pid,
      exited: server.exited,
      async stop() {
        await server.stop()
        await removeSocketFolder(folder)
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** Given on the command line, so that no file of the cluster can turn them off. */
const fixed = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * For tests: no waiting for the disk, connections for many databases at once, and no autovacuum,
 * which would visit each of them.
 */
const forTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
}

const onCommandLine = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
