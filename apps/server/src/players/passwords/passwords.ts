import { availableParallelism } from 'node:os'
import { createQueue } from '../../platform/limits/queue.ts'
import type { Surroundings } from '../../platform/process/clock.ts'
import { hashInThread, verifyInThread } from './hash-threads.ts'

/** All throw `TooBusy` when too many passwords wait to be hashed. */
export interface Passwords {
  /** Checks the queue alone. Called first, it spares the database a flood of log-ins. */
  admit(): void
  hash(password: string): Promise<string>
  /** Whether the password is the stored one. Costs the same where none is stored. */
  matches(kept: string | undefined, password: string): Promise<boolean>
}

// Leave one core to the games during a flood of log-ins, and queue no more than a second's work.
const cores = Math.max(1, availableParallelism() - 1)

/** The hash of a random password, compared when the account doesn't exist. One per process. */
let unknown: Promise<string> | undefined

/** `queue` bounds how many passwords are hashed at once, and how many wait. */
export function createPasswords(
  surroundings: Pick<Surroundings, 'randomBytes'>,
  queue = createQueue({ atOnce: cores, waiting: 64 * cores }),
): Passwords {
  unknown ??= hashInThread(surroundings.randomBytes(32))
  const unknowns = unknown
  return {
    admit: queue.admit,
    hash: (password) => queue(() => hashInThread(password)),
    async matches(kept, password) {
      const same = await queue(async () => verifyInThread(kept ?? (await unknowns), password))
      return same && kept !== undefined
    },
  }
}
