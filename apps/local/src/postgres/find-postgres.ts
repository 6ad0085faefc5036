import { once } from 'node:events'
import { readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { type PostgresUrls, urlsOver } from './urls.ts'

/** The server that another process runs on a data folder, undefined where none answers. */
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
