import { type Money, moneyToNumber } from '@pipkin/money'
import { Counter, Registry } from 'prom-client'
import { figureSweep } from './activity/counts/count-figures.ts'
import { countRisks } from './activity/counts/count-risks.ts'
import { countSafety } from './activity/counts/count-safety.ts'
import { reservesOf } from './cashier/chain/reserves.ts'
import { startChainWorker } from './cashier/worker/start-chain-worker.ts'
import { readWorkerConfig, type WorkerConfig } from './config.ts'
import { watchSchema } from './ledger/check-database.ts'
import { forgetReplies } from './ledger/forget-replies.ts'
import { logKeeper, logPauseMs } from './log/keep-log.ts'
import { measureWorker } from './measure-worker.ts'
import { openDatabase } from './open-database.ts'
import { runAskedAudit } from './operator/audit/run-asked-audit.ts'
import type { Database } from './platform/database/database.ts'
import { databaseFailure } from './platform/database/database-failure.ts'
import { measureProcess } from './platform/metrics/measure-process.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { takeSample } from './platform/metrics/take-sample.ts'
import { system } from './platform/process/clock.ts'
import { ed25519Key } from './platform/process/ed25519-key.ts'
import { endProcess } from './platform/process/end-process.ts'
import { createLog, type Log } from './platform/process/log.ts'
import { repeat } from './platform/process/repeat.ts'
import { stopOnSignal } from './platform/process/stop-on-signal.ts'
import { orSayWhyNot } from './platform/why-not.ts'
import { notifyOfLeftSteps } from './players/factors/second-steps.ts'
import { forgetExpired } from './players/forget-expired.ts'
import { forgetNetworks } from './referral/forget-networks.ts'
import { rewardWaiting } from './referral/reward-waiting.ts'
import { unlockSweep } from './referral/unlock-sweep.ts'
import { finishLeftRounds } from './rounds/finish-left-rounds.ts'
import { checkSeedKeys, createSeedKeys, type SeedKeys } from './rounds/seed-keys.ts'
import { takeSnapshots } from './solvency/take-snapshots.ts'
import { forgetVisitors } from './support/forget-visitors.ts'

/**
 * The worker process: the chain worker and the sweeps. It is the only process with the house's key.
 */
async function main(): Promise<void> {
  const config = readWorkerConfig(process.env)
  const log = createLog(config.logLevel)
  const metrics = new Registry()
  const stopMetrics = await serveMetrics(metrics, config.metrics)
  // A snapshot and an audit at once use two of the patient ones each.
  const opened = await openDatabase(config, { connections: 4, log, mustEnd: endProcess })
  const { database } = opened
  const patient = opened.openPatient()
  const seeds = createSeedKeys(config.seedKey, config.oldSeedKeys)
  await checkSeedKeys(database, seeds).catch((error: unknown) => {
    // If the database is down, no seed is drawn now, and a call that lacks a key later says so
    // itself.
    if (!databaseFailure(error)) throw error
    log.warn({ err: error }, 'the seed keys were not checked')
  })
  const { onAlarm, onCounted } = countEvents(metrics)
  measureProcess(metrics, database)
  measureWorker(metrics, database)
  const stopping = stopOnSignal(async () => {
    await Promise.all(sweeps.map((sweep) => sweep.stop()))
    await work
    await stopMetrics()
    await opened.close()
  })
  const sweeps = startSweeps({ config, log, database, patient, seeds, onCounted, stopping })
  // Start it after the sweeps: a node that is down must not delay them.
  const work = startChainWorker(config, {
    database,
    surroundings: system,
    log,
    onAlarm,
    stopping,
  }).then(async ({ ended }) => {
    if (!stopping.aborted) {
      process.stdout.write('The worker is at work.\n')
      sweeps.push(watchSchema(database, endProcess))
    }
    await ended
  })
  await work
}

/** Counts alarms and movements from the start of the process. */
function countEvents(metrics: Registry) {
  const registers = [metrics]
  const alarms = new Counter({
    name: 'pipkin_alarms_total',
    help: 'Alarms, by kind',
    labelNames: ['alarm'],
    registers,
  })
  const movements = new Counter({
    name: 'pipkin_movements_total',
    help: 'Bets and payouts, by kind',
    labelNames: ['kind'],
    registers,
  })
  const movementsFkr = new Counter({
    name: 'pipkin_movements_fkr_total',
    help: 'What was staked and paid out, by kind',
    labelNames: ['kind'],
    registers,
  })
  return {
    onAlarm: (alarm: string) => alarms.inc({ alarm }),
    onCounted(kind: string, times: number, money: Money) {
      movements.inc({ kind }, times)
      movementsFkr.inc({ kind }, moneyToNumber(money))
    },
  }
}

interface SweepDeps {
  readonly config: WorkerConfig
  readonly log: Log
  readonly database: Database
  /** The same database, with more patience for answers. */
  readonly patient: Database
  readonly seeds: SeedKeys
  onCounted(kind: string, times: number, money: Money): void
  readonly stopping: AbortSignal
}

/** Starts the jobs that the worker repeats beside the chain worker. */
function startSweeps({ config, log, database, patient, seeds, onCounted, stopping }: SweepDeps) {
  const onError = (error: unknown) => {
    const failure = databaseFailure(error)
    if (failure) log.warn({ err: error, failure }, 'a sweep waits for the database')
    else log.error({ err: error }, 'a sweep failed')
  }
  const every = (pauseMs: number, work: () => Promise<unknown>) => repeat(pauseMs, work, onError)
  const keepLog = logKeeper({
    database,
    seeds,
    elapsedMs: system.elapsedMs,
    key: { name: config.log.name, ...ed25519Key(config.log.key) },
    file: `${config.watermarkFile}.checkpoint`,
    witnesses: config.log.witnesses,
    mustEnd: endProcess,
    onError: (error) => log.error({ err: error }, 'the log lacks a cosignature'),
  })
  const rounds = { database, surroundings: system, seeds, onError }
  const snapshots = { database: patient, reserves: reservesOf(config) }
  const audits = { database, patient, surroundings: system, seeds, stopping }
  return [
    // A receipt waits for two calls at most: the one that sees its moment, and the next.
    every(logPauseMs, keepLog),
    every(60_000, () => finishLeftRounds(rounds)),
    every(600_000, () => forgetReplies(database)),
    every(60_000, () => rewardWaiting(database)),
    every(5_000, unlockSweep(database)),
    every(600_000, () => forgetNetworks(database)),
    every(600_000, () => forgetVisitors(database)),
    every(1_000, figureSweep(database, onCounted)),
    every(5_000, () => countSafety(database)),
    every(15_000, () => countRisks(database)),
    every(600_000, () => forgetExpired(database, config.session)),
    every(60_000, () => notifyOfLeftSteps(database)),
    every(60_000, () => takeSample(database)),
    every(1_000, () => takeSnapshots(snapshots)),
    every(2_000, () => runAskedAudit(audits)),
  ]
}

await orSayWhyNot(main)
