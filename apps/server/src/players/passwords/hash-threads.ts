import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Argon2id with 19 MiB and two passes: about 10 ms of a core and, by intention, no less. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A password to hash, or to compare with a stored hash. */
export interface HashTask {
  readonly password: string | Uint8Array
  readonly kept?: string
}

/** Idle threads. All servers of the process share them, since they share its cores. */
const resting: Worker[] = []

/** Runs a task in an idle thread, or a new one. Throws what the hashing throws. */
async function run(task: HashTask): Promise<string | boolean> {
  const thread = resting.pop() ?? new Worker(new URL('./hash-thread.ts', import.meta.url))
  // Only a working thread keeps the process alive.
  thread.ref()
  thread.postMessage(task)
  const [done] = await once(thread, 'message')
  thread.unref()
  resting.push(thread)
  if ('error' in done) throw done.error
  return done.answer
}

/** The hash of a password, with its salt and cost, as it is stored. */
export const hashInThread = async (password: string | Uint8Array): Promise<string> =>
  String(await run({ password }))

/** Whether a password is the one that was hashed. */
export const verifyInThread = async (kept: string, password: string): Promise<boolean> =>
  (await run({ password, kept })) === true
