import { join } from 'node:path'
import { type ApiConfig, readApiConfig } from '../../server/src/config.ts'
import { type ConnectedApi, connectApi } from '../../server/src/connect-api.ts'
import { cannotListen } from '../../server/src/platform/process/cannot-listen.ts'
import { buildServer, buildWeb, webDirectory } from './build.ts'
import { mineForSnapshots } from './chain/mine-for-snapshots.ts'
import { type DeskProcess, deskPort, startDeskProcess } from './desk-process.ts'
import { addDevRoutes } from './dev/dev-routes.ts'
import { keepSecret } from './keep-secret.ts'
import { listenOnce } from './listen-once.ts'
import { type Machine, type MachineOptions, startMachine } from './machine.ts'
import { startOwnWitness } from './own-witness.ts'
import { prepareDatabase } from './prepare-database.ts'
import { startWorkerProcess } from './worker-process.ts'

export interface PipkinOptions {
  readonly dataDir: string
  readonly port: string
  readonly limits: boolean
  /** Another database than one PostgreSQL in `dataDir`. */
  readonly startDatabase?: MachineOptions['startDatabase']
  /** Called for each step that is done. */
  onStep(step: string): void
  /** Called for each code that is mailed. */
  onCode(to: string, code: string): void
}

export interface Pipkin {
  readonly url: string
  readonly desk: Pick<DeskProcess, 'url' | 'firstOperator'>
  /**
   * Settles with the name of a part that ended by itself. Rejects when the API must end: with
   * `StaleDatabase` when an operator has begun another generation of the database.
   */
  readonly partDied: Promise<string>
  stop(): Promise<void>
}

/** A block comes each second, so a deposit takes about as many seconds. */
const confirmations = 3

/** Starts the whole product on one machine. */
export async function startPipkin(options: PipkinOptions): Promise<Pipkin> {
  const parts = startedParts()
  try {
    return { ...(await startParts(options, parts)), stop: parts.stop }
  } catch (error) {
    await parts.stop()
    throw error
  }
}

/** Starts the parts in the order in which they need each other. */
async function startParts(
  { dataDir, port, limits, startDatabase, onStep, onCode }: PipkinOptions,
  parts: StartedParts,
): Promise<Omit<Pipkin, 'stop'>> {
  // The API listens after the web app's build, which may take a minute.
  await listenOnce(Number(port)).catch(cannotListen('PORT', 'HOST'))
  const DESK_PORT = await deskPort(process.env.DESK_PORT, port)
  const [web, server] = [buildWeb(), buildServer()]
  for (const building of [web, server]) building.catch(() => undefined)
  const machine = await startMachine({
    dataDir,
    confirmations,
    ...(startDatabase && { startDatabase }),
    onStep,
    onCode,
  })
  parts.add(machine)
  const { postgres, chain } = machine
  await prepareDatabase(postgres)
  onStep('database at its newest schema')

  const url = `http://localhost:${port}`
  const env = await settingsOf(machine, { dataDir, port, limits, url })
  const config = readApiConfig(env)
  const { promise: refused, reject: mustEnd } = Promise.withResolvers<never>()
  refused.catch(() => undefined)
  const api = await connectApi(config, mustEnd)
  parts.add(api)

  const logSecret = await keepSecret(dataDir, 'log-key')
  const witness = await startOwnWitness({
    folder: join(dataDir, 'witness'),
    log: { name: `${new URL(url).host}/log`, secret: logSecret },
    database: api.database,
  })
  parts.add(witness)

  const startingWorker = parts.alongside(
    server.then(() =>
      startWorkerProcess({
        ...env,
        DATABASE_URL: postgres.appUrl('pipkin_worker_login'),
        HOUSE_KEY: chain.houseKey,
        LOG_KEY: logSecret,
        LOG_WITNESSES: witness.address,
      }),
    ),
  )
  const startingDesk = parts.alongside(
    Promise.all([web, server]).then(() =>
      startDeskProcess({
        OPERATOR_DATABASE_URL: postgres.appUrl('pipkin_operator_login'),
        FACTOR_KEY: env.FACTOR_KEY,
        DESK_PORT,
        PLAYERS_URL: url,
        LOG_LEVEL: env.LOG_LEVEL,
      }),
    ),
  )

  onStep((await web) === 'built' ? 'web app built' : 'web app as built before')
  parts.add(await serve(api, config, machine))
  onStep('API')
  const worker = await startingWorker
  onStep('worker')
  const desk = await startingDesk
  onStep('back office')
  const partDied = Promise.race([
    machine.broken.then((part) => `The ${part}`),
    worker.exited.then(() => 'The worker'),
    desk.exited.then(() => 'The back office'),
    refused,
  ])
  return { url, desk, partDied }
}

/** Lets the API listen, with this machine's own routes, and mines what its snapshots wait for. */
async function serve(
  api: ConnectedApi,
  { host, port }: ApiConfig,
  { chain, mail }: Machine,
): Promise<Part> {
  const app = await api.build({ webDirectory, local: true })
  await addDevRoutes(app, { chain, mail })
  await app.listen({ host, port }).catch(cannotListen('PORT', 'HOST'))
  return mineForSnapshots(api.database, chain, (error) =>
    api.log.warn({ err: error }, 'no block was mined for a snapshot'),
  )
}

interface Part {
  stop(): Promise<void>
}

/** The parts that have started, to be stopped in reverse order. */
interface StartedParts extends Part {
  add(part: Part): void
  /** Adds a part that starts in parallel with the others. */
  alongside<T extends Part>(starting: Promise<T>): Promise<T>
}

function startedParts(): StartedParts {
  const started: Part[] = []
  return {
    add: (part) => void started.push(part),
    alongside(starting) {
      const ready = starting.then(
        (part) => part,
        () => null,
      )
      started.push({ stop: async () => (await ready)?.stop() })
      return starting
    },
    async stop() {
      for (const part of started.splice(0).reverse()) await part.stop()
    },
  }
}

/** The settings of the API and the worker; a few come from this process's environment. */
async function settingsOf(
  { postgres, chain, mail }: Machine,
  {
    dataDir,
    port,
    limits,
    url,
  }: Pick<PipkinOptions, 'dataDir' | 'port' | 'limits'> & { url: string },
): Promise<Record<string, string> & { FACTOR_KEY: string; LOG_LEVEL: string }> {
  const { APP_TIMEZONE, METRICS_PORT, WORKER_METRICS_PORT, LOG_LEVEL = 'warn' } = process.env
  const { PLAY_PROFILE, FKR_IS, REGISTER_URL, HELP_LINKS, TRUST_PROXY } = process.env
  const { LINKED_FOR_HOURS = '0', HOLD_HOURS = '0' } = process.env
  return {
    PORT: port,
    HOST: '127.0.0.1',
    DATABASE_URL: postgres.appUrl(),
    // Outside the folder: restoring a copy of the folder sets its database back in time.
    WATERMARK_FILE: `${dataDir}.watermark`,
    RPC_URL: chain.rpcUrl,
    PUBLIC_RPC_URL: `${url}/dev/rpc`,
    CHAIN_ID: String(chain.chainId),
    TOKEN_ADDRESS: chain.token,
    HOUSE_ADDRESS: chain.house,
    CONFIRMATIONS: String(confirmations),
    LINKED_FOR_HOURS,
    HOLD_HOURS,
    CHAIN_POLL_MS: '500',
    RECEIPT_KEY: await keepSecret(dataDir, 'receipt-key'),
    FACTOR_KEY: await keepSecret(dataDir, 'factor-key'),
    SEED_KEY: await keepSecret(dataDir, 'seed-key'),
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: 'Pipkin <no-reply@pipkin.localhost>',
    PUBLIC_URL: url,
    PIPKIN_RATE_LIMITS: limits ? 'on' : 'off',
    LOG_LEVEL,
    ...(APP_TIMEZONE && { APP_TIMEZONE }),
    ...(PLAY_PROFILE && { PLAY_PROFILE, REGISTER_URL: `${url}/dev/register` }),
    ...(REGISTER_URL && { REGISTER_URL }),
    ...(FKR_IS && { FKR_IS }),
    ...(HELP_LINKS && { HELP_LINKS }),
    ...(TRUST_PROXY && { TRUST_PROXY }),
    ...(METRICS_PORT && { METRICS_PORT }),
    ...(WORKER_METRICS_PORT && { WORKER_METRICS_PORT }),
  }
}
