import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from './cannot-start.ts'

/** A socket's path must fit into `sun_path`: 104 bytes on macOS, 108 on Linux. */
export const socketPathBytes = 100

/**
 * Makes `folder` if it is missing and locks it until the returned function is called or this
 * process ends. The lock is a listening socket: it ends with its process, and it answers the
 * holder's pid. Throws `CannotStart` if another process holds the folder, or it can't be made;
 * `setting` is where the operator names another.
 *
 * A holder that was killed leaves its socket behind. The one that takes over listens at the next
 * number, which only one can; a socket that may be another's is never moved or removed before.
 */
export async function holdFolder(
  folder: string,
  setting = 'PIPKIN_DATA',
): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true }).catch(cannotMake(setting))
  const inUse = (holder = 'unknown') =>
    new CannotStart(
      `Another Pipkin (process ${holder}) already uses ${folder}: stop it, or set ${setting} to another folder.`,
    )
  const lock = lockOf(folder)
  const earlier = await numbersOf(lock)
  const refuseWhereHeld = async (numbers: readonly number[]) => {
    for (const number of numbers) {
      const holder = await askHolder(pathOf(lock, number))
      if (holder !== undefined) throw inUse(holder)
    }
  }
  await refuseWhereHeld(earlier)
  const mine = (earlier.at(-1) ?? 0) + 1
  const server = await listen(pathOf(lock, mine))
  if (!server) throw inUse(await askHolder(pathOf(lock, mine)))
  const release = async () => {
    server.close()
    await once(server, 'close')
  }
  try {
    // Another process may have begun to listen meanwhile. The one with the later number gives way.
    const numbers = await numbersOf(lock)
    await refuseWhereHeld(numbers.filter((number) => number < mine))
    for (const later of numbers.filter((number) => number > mine)) {
      const until = Date.now() + giveWayMs
      while (Date.now() < until && (await askHolder(pathOf(lock, later))) !== undefined)
        await wait(10)
      await refuseWhereHeld([later])
    }
  } catch (error) {
    await release()
    throw error
  }
  for (const number of earlier) await rm(pathOf(lock, number), { force: true })
  return release
}

const cannotMake = (setting: string) => (error: Error) => {
  throw new CannotStart(
    `Pipkin can't keep its data here (${error.message}): set ${setting} to another folder.`,
  )
}

const giveWayMs = 1_000

interface Lock {
  readonly folder: string
  readonly name: string
}

const longestNumber = '.999999'

function lockOf(folder: string): Lock {
  const inside = join(folder, `lock${longestNumber}`)
  if (Buffer.byteLength(inside) <= socketPathBytes) return { folder, name: 'lock' }
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  return { folder: '/tmp', name: `pipkin-${digest}.lock` }
}

const pathOf = ({ folder, name }: Lock, number: number): string => join(folder, `${name}.${number}`)

/** The numbers of the sockets that are there, the lowest first. */
async function numbersOf({ folder, name }: Lock): Promise<number[]> {
  return (await readdir(folder))
    .filter((file) => file.startsWith(`${name}.`) && /\.\d+$/.test(file))
    .map((file) => Number(file.slice(name.length + 1)))
    .toSorted((a, b) => a - b)
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

/** The pid of the process that listens there, undefined when there is none. */
function askHolder(path: string): Promise<string | undefined> {
  return text(connect(path)).catch(() => undefined)
}
