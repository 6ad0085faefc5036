import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { resolvesWithin } from '../process/resolves-within.ts'

/**
 * The database accepts statements and doesn't answer. As after any lost answer, the statements
 * under way may still take effect.
 */
export class DatabaseHangs extends Error {
  constructor() {
    super('the database hangs')
  }
}

export interface DatabaseWatch {
  /** Opens a socket to the database: cut when it hangs, and refused while it does. */
  open(): Socket
  stop(): void
}

// Together less than the two seconds within which a player gets an error.
const restMs = 250
const patienceMs = 1_500
/** Ten seconds: then the idle connection is dropped, as the pool does, since it may be lost. */
const mostRests = 40

/**
 * While a caller waits for the database, probes it on a connection of its own. If the probe isn't
 * answered, cuts all connections, so that the callers get an error, and opens none until a probe is
 * answered. Statements that are merely slow go on.
 */
export function watchDatabase(url: string, isAwaited: () => boolean): DatabaseWatch {
  const sockets = new Set<Socket>()
  let hangs = false
  let stopped = false
  let asking: pg.Client | undefined

  /** Resolves when the database answers, even with an error. */
  async function ask(): Promise<void> {
    const client =
      asking ?? new pg.Client({ connectionString: url, application_name: 'pipkin watch' })
    try {
      if (client === asking) await client.query('select 1')
      else {
        asking = client.on('error', drop)
        await client.connect()
      }
    } catch (error) {
      drop()
      if (isQueueFull(error)) throw error
    }
  }

  function drop(): void {
    asking?.connection.stream.destroy()
    asking = undefined
  }

  async function look(): Promise<void> {
    hangs = !(await resolvesWithin(patienceMs, ask()))
    if (!hangs || stopped) return
    drop()
    for (const socket of sockets) socket.destroy(new DatabaseHangs())
  }

  const watch = async () => {
    for (let rests = 1; ; rests += 1) {
      await wait(restMs, undefined, { ref: false })
      if (stopped) return
      if (rests === mostRests) drop()
      if (hangs || isAwaited()) {
        await look()
        rests = 0
      }
    }
  }
  void watch()
  return {
    open() {
      const socket = hangs ? new RefusedSocket() : new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
    stop() {
      stopped = true
      drop()
    },
  }
}

/** Refuses without connecting: attempts would fill the queue of a server that accepts none. */
class RefusedSocket extends Socket {
  override connect(): this {
    return this.destroy(new DatabaseHangs())
  }
}

/** A unix socket's error when that queue is full. */
const isQueueFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAGAIN'
