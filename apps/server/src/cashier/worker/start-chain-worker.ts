import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerConfig } from '../../config.ts'
import { checkDatabase } from '../../ledger/check-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { databaseFailure } from '../../platform/database/database-failure.ts'
import type { Surroundings } from '../../platform/process/clock.ts'
import type { Log } from '../../platform/process/log.ts'
import { lower } from '../chain/address.ts'
import { ChainDown } from '../chain/chain.ts'
import { connectChain } from '../chain/connect-chain.ts'
import { houseKey } from '../chain/house-key.ts'
import { type AlarmKind, createAlarm } from './alarm.ts'
import { type ChainWorker, freshMemory, usualSettings } from './chain-worker.ts'
import { openHouse } from './open-house.ts'
import { tick } from './tick.ts'

interface ChainWorkerDeps {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly log: Log
  /** Called for each alarm, even one that the log leaves out as a repeat. */
  onAlarm(kind: AlarmKind): void
  /** Ends the worker after its current step. */
  readonly stopping: AbortSignal
}

function createWorker(config: WorkerConfig, deps: ChainWorkerDeps): ChainWorker {
  const alarm = createAlarm(deps.log, deps.surroundings.elapsedMs)
  return {
    database: deps.database,
    chain: connectChain(config.chain.rpcUrl, config.chain.token),
    key: houseKey(config.houseKey),
    token: lower(config.chain.token),
    chainId: config.chain.chainId,
    alarm(kind, facts) {
      deps.onAlarm(kind)
      alarm(kind, facts)
    },
    newId: deps.surroundings.newId,
    settings: { ...usualSettings, confirmations: config.chain.confirmations },
    memory: freshMemory(),
  }
}

/**
 * Runs the chain worker: it carries deposits and withdrawals to their end until it is stopped. It
 * waits for a node and a database that are down. Throws `WrongChain` on another chain, token or
 * house than the database's, and `CannotStart` where `checkDatabase` does. Any number of
 * workers may run on one database. Resolves when the worker is at work, or was stopped before.
 */
export async function startChainWorker(
  config: WorkerConfig,
  deps: ChainWorkerDeps,
): Promise<{ readonly ended: Promise<void> }> {
  const worker = createWorker(config, deps)
  const { stopping } = deps
  const pause = () => wait(config.pollMs, undefined, { signal: stopping }).catch(() => undefined)

  while (!stopping.aborted && !(await openedHouse(worker, config))) await pause()
  const loop = async () => {
    while (!stopping.aborted) {
      await tick(worker).catch((error: unknown) => {
        if (!alarmIfDown(worker, error))
          deps.log.error({ err: error }, 'a tick of the chain worker failed')
      })
      await pause()
    }
  }
  return { ended: loop() }
}

/** False while the node or the database doesn't answer. */
async function openedHouse(worker: ChainWorker, config: WorkerConfig): Promise<boolean> {
  try {
    await checkDatabase(worker.database, 'worker')
    await openHouse(worker, config.chain)
    return true
  } catch (error) {
    if (!alarmIfDown(worker, error)) throw error
    return false
  }
}

/** False where neither node nor database is down: the error is a bug. */
function alarmIfDown(worker: ChainWorker, error: unknown): boolean {
  const failure = databaseFailure(error)
  if (error instanceof ChainDown) worker.alarm('chainDown', {})
  else if (failure) worker.alarm('databaseDown', { failure })
  else return false
  return true
}
