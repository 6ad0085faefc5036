import { once } from 'node:events'
import { readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'

/** Connection strings over the unix socket, as libpq and node-postgres read them. */
export interface PostgresUrls {
  /** The database `pipkin` as its owner: for migrations. */
  readonly ownerUrl: string
  /** The database `pipkin` by a login; by default the API's. */
  appUrl(login?: Login): string
}

/** A login for each role that the migrations make; `makeLogins` adds those that are missing. */
export type Login = 'pipkin_login' | 'pipkin_worker_login' | 'pipkin_operator_login'

/** The URLs of a server that listens on a Unix socket in this folder. */
export function urlsOver(sockets: string): PostgresUrls {
  const url = (database: string, role: string) => `postgres://${role}@/${database}?host=${sockets}`
  return {
    ownerUrl: url('pipkin', 'pipkin_owner'),
    appUrl: (login = 'pipkin_login') => url('pipkin', login),
  }
}

/** The server that another process runs on a data folder; undefined if none answers. */
export async function findPostgres(dataDir: string): Promise<PostgresUrls | undefined> {
  const sockets = await readlink(join(resolve(dataDir), 'postgres', 'sockets')).catch(
    () => undefined,
  )
  if (!sockets) return undefined
  const socket = connect(join(sockets, '.s.PGSQL.5432'))
  const answers = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return answers ? urlsOver(sockets) : undefined
}
