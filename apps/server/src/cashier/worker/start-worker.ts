import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerConfig } from '../../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { databaseFailure } from '../../platform/database/database-failure.ts'
import type { Surroundings } from '../../platform/process/clock.ts'
import type { Log } from '../../platform/process/log.ts'
import { lower } from '../chain/address.ts'
import { ChainDown } from '../chain/chain.ts'
import { connectChain } from '../chain/connect-chain.ts'
import { houseKey } from '../chain/house-key.ts'
import { type AlarmKind, createAlarm } from './alarm.ts'
import { checkLogin } from './check-login.ts'
import { openHouse } from './open-house.ts'
import { tick } from './tick.ts'
import { freshMemory, usualSettings, type Worker } from './worker.ts'

export interface WorkerParts {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly log: Log
  /** Told of each alarm, also of those that the log keeps quiet about for a minute. */
  onAlarm(kind: AlarmKind): void
  /** Ends the worker, after the step that is being done. */
  readonly stopping: AbortSignal
}

/** What the worker works with, from the configuration. */
function createWorker(config: WorkerConfig, parts: WorkerParts): Worker {
  const alarm = createAlarm(parts.log, parts.surroundings.elapsedMs)
  return {
    database: parts.database,
    chain: connectChain(config.chain.rpcUrl, config.chain.token),
    key: houseKey(config.houseKey),
    token: lower(config.chain.token),
    chainId: config.chain.chainId,
    alarm(kind, facts) {
      parts.onAlarm(kind)
      alarm(kind, facts)
    },
    newId: parts.surroundings.newId,
    settings: { ...usualSettings, confirmations: config.chain.confirmations },
    memory: freshMemory(),
  }
}

/**
 * Looks after deposits and withdrawals until it is stopped. Waits for a node and a database that
 * are down; refuses to work (`WrongChain`) on another chain, token or house than the database's,
 * and with another login than a worker's (`ConfigError`). Any number of workers may run on one
 * database. Answers when it is at work, or was stopped before.
 */
export async function startWorker(
  config: WorkerConfig,
  parts: WorkerParts,
): Promise<{ readonly ended: Promise<void> }> {
  const worker = createWorker(config, parts)
  const { stopping } = parts
  const pause = () => wait(config.pollMs, undefined, { signal: stopping }).catch(() => undefined)

  while (!stopping.aborted && !(await openedHouse(worker, config))) await pause()
  const loop = async () => {
    while (!stopping.aborted) {
      await tick(worker).catch((error: unknown) => {
        if (!tellWhatIsDown(worker, error))
          parts.log.error({ err: error }, 'a look at the open operations failed')
      })
      await pause()
    }
  }
  return { ended: loop() }
}

/** False while the node or the database doesn't answer. */
async function openedHouse(worker: Worker, config: WorkerConfig): Promise<boolean> {
  try {
    await checkLogin(worker.database)
    await openHouse(worker, config.chain)
    return true
  } catch (error) {
    if (!tellWhatIsDown(worker, error)) throw error
    return false
  }
}

/** False where nothing is down: then it is a bug. */
function tellWhatIsDown(worker: Worker, error: unknown): boolean {
  const failure = databaseFailure(error)
  if (error instanceof ChainDown) worker.alarm('chainDown', {})
  else if (failure) worker.alarm('databaseDown', { failure })
  else return false
  return true
}
