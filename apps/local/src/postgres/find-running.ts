import { once } from 'node:events'
import { readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'

/** The application's connection to the PostgreSQL that runs on a data folder now, or null where none does. */
export async function findRunning(dataDir: string): Promise<string | null> {
  const sockets = await readlink(join(resolve(dataDir), 'postgres', 'sockets')).catch(() => null)
  if (!sockets || !(await answers(join(sockets, '.s.PGSQL.5432')))) return null
  return `postgres://pipkin_login@/pipkin?host=${sockets}`
}

/** A killed server leaves its socket behind, but nobody listens on it. */
async function answers(socket: string): Promise<boolean> {
  const connection = connect(socket)
  try {
    await once(connection, 'connect')
    return true
  } catch {
    return false
  } finally {
    connection.destroy()
  }
}
