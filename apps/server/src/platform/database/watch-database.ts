import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { comesWithin } from '../process/timeout.ts'

/**
 * The database takes what it is asked and says nothing. As after any lost answer, what was under
 * way may yet be done.
 */
export class DatabaseHangs extends Error {
  constructor() {
    super('the database says nothing')
  }
}

export interface DatabaseWatch {
  /**
   * A socket for a connection to the database: cut when it hangs, refused for as long as it does.
   */
  open(): Socket
  stop(): void
}

// Together less than the two seconds in which a player hears of it.
const restMs = 250
const patienceMs = 1_500
/**
 * A connection that has rested for ten seconds is given up, like the pool's: it may have been lost
 * without a word.
 */
const mostRests = 40

/**
 * While somebody waits for the database, asks it for nothing on a connection of its own. Where even
 * that isn't answered, all connections are cut, so that whoever waits hears of it, and none is
 * opened until it is. What is merely slow goes on.
 */
export function watchDatabase(url: string, isAwaited: () => boolean): DatabaseWatch {
  const sockets = new Set<Socket>()
  let hangs = false
  let stopped = false
  let asking: pg.Client | undefined

  /** Answers when the database says something, be it an error. */
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
    hangs = !(await comesWithin(patienceMs, ask()))
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

/**
 * Refuses before it tries: where nobody takes connections in, each that is tried stands in their
 * queue.
 */
class RefusedSocket extends Socket {
  override connect(): this {
    return this.destroy(new DatabaseHangs())
  }
}

/** What a unix socket says then. */
const isQueueFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAGAIN'
