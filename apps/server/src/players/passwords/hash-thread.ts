import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { type HashTask, hashCost } from './hash-threads.ts'

/**
 * A hashing thread of the lowest priority: when cores are short, hashes wait rather than players.
 */

// Only Linux can lower the priority of one thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

parentPort?.on('message', (task: HashTask) => {
  try {
    const { password, kept } = task
    const answer = kept === undefined ? hashSync(password, hashCost) : verifySync(kept, password)
    parentPort?.postMessage({ answer })
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
