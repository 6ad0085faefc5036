import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CannotStart } from './cannot-start.ts'

/** A socket's path must fit into `sun_path`: 104 bytes on macOS, 108 on Linux. */
export const socketPathBytes = 100

/** The longest suffix by a pid. All processes must choose the same path, with any pid. */
const longestSuffix = '.4194304'

/**
 * Makes `folder` if it is missing and locks it until the returned function is called or this
 * process ends. The lock is a listening socket: it ends with its process, and it answers the
 * holder's pid. Throws `CannotStart` if another process holds the folder.
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const path = lockPath(folder)
  const server = (await listen(path)) ?? (await listenAfterDead(path, folder))
  return async () => {
    server.close()
    await once(server, 'close')
  }
}

function lockPath(folder: string): string {
  const inside = join(folder, 'lock')
  if (Buffer.byteLength(inside) + longestSuffix.length <= socketPathBytes) return inside
  return `/tmp/pipkin-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.lock`
}

async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((asker) => asker.on('error', () => {}).end(String(process.pid)))
  server.unref()
  try {
    await once(server.listen(path), 'listening')
    return server
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined
    throw error
  }
}

/**
 * Takes over the lock of a holder that was killed. The dead socket is moved aside and asked once
 * more before it is removed: if two processes come at once, the second may have moved the live
 * socket of the first.
 */
async function listenAfterDead(path: string, folder: string): Promise<Server> {
  const aside = `${path}.${process.pid}`
  let holder = await askHolder(path)
  if (holder === undefined && (await renamed(path, aside))) {
    holder = await askHolder(aside)
    await (holder === undefined ? rm(aside) : rename(aside, path))
  }
  const server = holder === undefined ? await listen(path) : undefined
  if (server) return server
  throw new CannotStart(
    `Another Pipkin (process ${holder ?? 'unknown'}) already uses ${folder}: stop it, or set PIPKIN_DATA to another folder.`,
  )
}

/** The pid of the process that holds the lock, undefined when there is none. */
function askHolder(path: string): Promise<string | undefined> {
  return text(connect(path)).catch(() => undefined)
}

function renamed(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false,
  )
}
