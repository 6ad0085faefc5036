import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalChain } from '../apps/local/src/chain/start-chain.ts'
import { type MailCatcher, startMail } from '../apps/local/src/mail/start-mail.ts'
import { prepareDatabase } from '../apps/local/src/prepare-database.ts'
import { connect, type Database, sql } from '../apps/server/src/platform/database/database.ts'
import {
  apiComponent,
  type Component,
  chainComponent,
  databaseComponent,
  isReady,
  waitUntil,
  workerComponent,
} from './component.ts'
import { confirmations, databaseUrl, settingsOf } from './settings.ts'

/**
 * The whole product: PostgreSQL, chain, mail, and on them two APIs and two workers, each of which
 * can be killed.
 */
export interface Scene {
  readonly apis: readonly string[]
  readonly mail: MailCatcher
  readonly components: readonly Component[]
  /** Connections for checks: as the owner, and as the worker for audits. */
  readonly owner: Database
  readonly worker: Database
  /** The chain as it runs now. */
  chain(): LocalChain
  /**
   * Resets the hourly limits and confirms each session anew: players act faster here than people
   * do, and long runs outlive the confirmation of a log-in.
   */
  hourGoesBy(): Promise<unknown>
  /** Log lines of the processes that a kill doesn't explain. */
  readonly complaints: string[]
  close(): Promise<void>
}

/**
 * What a process may log while a component that it needs is down. The last is the chain's proxy
 * without its node.
 */
const explained = /"alarm":"(chainDown|databaseDown|scanFailed)"|fetch failed/

const hourLater = sql`
  with limits as (
    delete from platform.limits
  )
  update players.sessions set confirmed_until = now() + interval '15 minutes'`

/** Starts all parts, with the limits that a run would meet lifted. */
export async function openScene(): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-chaos-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Pipkin</title>')
  await writeFile(
    join(folder, 'verify.html'),
    '<!doctype html><meta name="receipt-key" content="">',
  )
  const complaints: string[] = []
  const onError = (line: string) => {
    if (!explained.test(line)) complaints.push(line)
  }

  const mail = await startMail()
  const database = databaseComponent(folder)
  const chain = await chainComponent({ dataDir: folder, confirmations, blockTimeMs: 200 })
  await Promise.all([database.start(), chain.start()])
  await prepareDatabase(database.current())

  const settings = settingsOf({ folder, chain: chain.current(), smtpUrl: mail.smtpUrl })
  const apis = [
    await apiComponent(settings.api, onError),
    await apiComponent(settings.api, onError),
  ]
  const workers = [
    workerComponent(settings.worker, onError),
    workerComponent(settings.worker, onError),
  ]
  const servers = [...apis, ...workers]
  await Promise.all(servers.map((component) => component.start()))
  const lookAs = (role: string) =>
    connect(databaseUrl(folder, role), {
      connections: 2,
      onError: () => undefined,
      slowAnswersMs: 60_000,
    })
  const [owner, worker] = [lookAs('pipkin_owner'), lookAs('pipkin_worker_login')]
  // Rounds follow each other as fast as they can; every other limit stays.
  await owner.rows(sql`update ledger.games set min_round_ms = 0`)
  // A run withdraws in an hour what a house does in a month, and has no operator to release it.
  await owner.rows(sql`
    update cashier.settings set (player_hour, player_day, house_hour, house_day)
      = (select n, n, n, n from (select 1000000000000) a(n))`)

  const databaseForAll = {
    ...database,
    /** Ready when the APIs are connected to it again. */
    async start() {
      await database.start()
      await Promise.all(
        apis.map(({ url }) => waitUntil('an API is ready again', () => isReady(url))),
      )
    },
  }
  return {
    apis: apis.map(({ url }) => url),
    mail,
    components: [...servers, databaseForAll, chain],
    owner,
    worker,
    chain: chain.current,
    hourGoesBy: () => owner.rows(hourLater).catch(() => undefined),
    complaints,
    async close() {
      await Promise.all(servers.map((component) => component.kill()))
      await Promise.all([owner.close(), worker.close()])
      await Promise.all([chain.kill(), database.kill(), mail.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
