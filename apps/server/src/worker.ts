import { figureSweep } from './activity/count-figures.ts'
import { WrongChain } from './cashier/operations/open-house.ts'
import { startWorker } from './cashier/start-worker.ts'
import { ConfigError, readWorkerConfig } from './config.ts'
import { system } from './platform/clock.ts'
import { connect } from './platform/database.ts'
import { createLog } from './platform/log.ts'
import { repeat } from './platform/repeat.ts'
import { sweepDirectory } from './players/sweep-directory.ts'
import { finishLeftRounds } from './rounds/finish-left-rounds.ts'

/** The worker's process: what waits for the chain, and the sweeps. It alone is given the house's key. */
async function main(): Promise<void> {
  const config = readWorkerConfig(process.env)
  const log = createLog(config.logLevel)
  const database = connect(config.databaseUrl, {
    connections: 4,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  const onError = (error: unknown) => log.error({ err: error }, 'a sweep failed')
  const sweeps = [
    repeat(60_000, () => finishLeftRounds({ database, surroundings: system }), onError),
    repeat(1_000, figureSweep(database), onError),
    repeat(600_000, () => sweepDirectory(database, config.session), onError),
  ]
  // After the sweeps, which a node that is down must not keep waiting.
  const worker = await startWorker(config, { database, surroundings: system, log })
  process.stdout.write('The worker is at work.\n')
  const stop = async () => {
    await Promise.all(sweeps.map((sweep) => sweep.stop()))
    await worker.stop()
    await database.close()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
}

await main().catch((error: unknown) => {
  if (!(error instanceof ConfigError || error instanceof WrongChain)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
