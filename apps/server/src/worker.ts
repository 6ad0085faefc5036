import { type Money, moneyToWire } from '@pipkin/money'
import { figureSweep } from './activity/count-figures.ts'
import { WrongChain } from './cashier/worker/open-house.ts'
import { startWorker } from './cashier/worker/start-worker.ts'
import { ConfigError, readWorkerConfig } from './config.ts'
import { forgetRefusals } from './ledger/forget-refusals.ts'
import { measureWorker } from './operator/measure-worker.ts'
import { connect } from './platform/database/database.ts'
import { databaseFailure } from './platform/database/database-failure.ts'
import { measureProcess } from './platform/metrics/measure-process.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { system } from './platform/process/clock.ts'
import { createLog } from './platform/process/log.ts'
import { repeat } from './platform/process/repeat.ts'
import { stopOnSignal } from './platform/process/stop-on-signal.ts'
import { sweepDirectory } from './players/sweep-directory.ts'
import { rewardWaiting } from './referral/reward-waiting.ts'
import { finishLeftRounds } from './rounds/finish-left-rounds.ts'

/**
 * The worker's process: what waits for the chain, and the sweeps. It alone is given the house's
 * key.
 */
async function main(): Promise<void> {
  const config = readWorkerConfig(process.env)
  const log = createLog(config.logLevel)
  const database = connect(config.databaseUrl, {
    connections: 4,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  const metrics = createMetrics()
  const alarms = metrics.counter('pipkin_alarms_total', 'Alarms, by what they are about')
  const posted = metrics.counter('pipkin_movements_total', 'Bets and payouts, by kind')
  const postedFkr = metrics.counter(
    'pipkin_movements_fkr_total',
    'What was staked and paid out, by kind',
  )
  measureProcess(metrics, database)
  measureWorker(metrics, database)
  const stopMetrics = await serveMetrics(metrics, config.metrics)

  const onError = (error: unknown) => {
    const failure = databaseFailure(error)
    if (failure) log.warn({ err: error, failure }, 'a sweep waits for the database')
    else log.error({ err: error }, 'a sweep failed')
  }
  const onCounted = (kind: string, times: number, money: Money) => {
    posted({ kind }, times)
    postedFkr({ kind }, moneyToWire(money))
  }
  const sweeps = [
    repeat(60_000, () => finishLeftRounds({ database, surroundings: system, onError }), onError),
    repeat(600_000, () => forgetRefusals(database), onError),
    repeat(60_000, () => rewardWaiting(database), onError),
    repeat(1_000, figureSweep(database, onCounted), onError),
    repeat(600_000, () => sweepDirectory(database, config.session), onError),
  ]
  const stopping = stopOnSignal(async () => {
    await Promise.all(sweeps.map((sweep) => sweep.stop()))
    await work
    await stopMetrics()
    await database.close()
  })
  // After the sweeps, which a node that is down must not keep waiting.
  const work = startWorker(config, {
    database,
    surroundings: system,
    log,
    onAlarm: (alarm) => alarms({ alarm }),
    stopping,
  }).then(async ({ ended }) => {
    if (!stopping.aborted) process.stdout.write('The worker is at work.\n')
    await ended
  })
  await work
}

await main().catch((error: unknown) => {
  if (!(error instanceof ConfigError || error instanceof WrongChain)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
