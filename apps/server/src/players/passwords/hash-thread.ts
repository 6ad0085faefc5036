import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { type HashTask, hashCost } from './hash-threads.ts'

/**
 * A thread that hashes, and gives way to everything else: where both want a core, a hash waits and
 * no player does.
 */

// Of this thread alone, which only Linux knows how to do.
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
