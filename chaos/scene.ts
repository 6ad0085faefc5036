import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalChain } from '../apps/local/src/chain/start-chain.ts'
import { type MailCatcher, startMail } from '../apps/local/src/mail/start-mail.ts'
import { prepareDatabase } from '../apps/local/src/prepare-database.ts'
import { connect, type Database, sql } from '../apps/server/src/platform/database.ts'
import { apiPart, chainPart, databasePart, isReady, type Part, workerPart } from './part.ts'
import { until } from './until.ts'

/** The whole product: PostgreSQL, chain, mail, and on them two APIs and two workers, each of which can be killed. */
export interface Scene {
  readonly apis: readonly string[]
  readonly mail: MailCatcher
  readonly parts: readonly Part[]
  /** To look behind the curtain, and to audit as the worker may. */
  readonly owner: Database
  readonly worker: Database
  /** The chain as it runs now. */
  chain(): LocalChain
  /** What the processes logged that a kill doesn't explain. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** What a process may say while what it needs is killed; the last is the chain's proxy, of a node that is gone. */
const explained = /"alarm":"(chainDown|databaseDown|scanFailed)"|fetch failed/

export async function openScene(): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-chaos-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Pipkin</title>')
  await writeFile(join(folder, 'verify.html'), '<!doctype html><meta name="receipt-key" content="">')
  const complaints: string[] = []
  const onError = (line: string) => {
    if (!explained.test(line)) complaints.push(line)
  }

  const mail = await startMail()
  const database = databasePart(folder)
  const chain = await chainPart({ dataDir: folder, confirmations: 2, blockTimeMs: 200 })
  await Promise.all([database.start(), chain.start()])
  await prepareDatabase(database.current())
  const { rpcUrl, chainId, token, house, houseKey } = chain.current()

  // The link stays where it is when the server behind it is another one.
  const urlOf = (role: string) => `postgres://${role}@/pipkin?host=${join(folder, 'postgres', 'sockets')}`
  const common = {
    HOST: '127.0.0.1',
    RPC_URL: rpcUrl,
    CHAIN_ID: String(chainId),
    TOKEN_ADDRESS: token,
    HOUSE_ADDRESS: house,
    CONFIRMATIONS: '2',
    CHAIN_POLL_MS: '100',
    PUBLIC_URL: 'http://localhost:3000',
  }
  const apiEnv = {
    ...common,
    DATABASE_URL: urlOf('pipkin_login'),
    LINKED_FOR_HOURS: '0',
    RECEIPT_KEY: randomBytes(32).toString('hex'),
    SMTP_URL: mail.smtpUrl,
    UPLOADS_DIR: join(folder, 'uploads'),
    WEB_DIR: folder,
  }
  const workerEnv = { ...common, DATABASE_URL: urlOf('pipkin_worker_login'), HOUSE_KEY: houseKey }
  const apis = [await apiPart(apiEnv, onError), await apiPart(apiEnv, onError)]
  const workers = [workerPart(workerEnv, onError), workerPart(workerEnv, onError)]
  const urls = apis.map(({ url }) => url)
  const lookAt = (role: string) =>
    connect(urlOf(role), { connections: 2, onError: () => undefined, slowAnswersMs: 60_000 })
  const [owner, worker] = [lookAt('pipkin_owner'), lookAt('pipkin_worker_login')]
  await Promise.all([...apis, ...workers].map((part) => part.start()))
  // Rounds follow each other as fast as they can; every other limit stays.
  await owner.rows(sql`update ledger.games set min_round_ms = 0`)

  return {
    apis: urls,
    mail,
    // A database is ready when the APIs are on it again.
    parts: [
      ...apis,
      ...workers,
      {
        ...database,
        async start() {
          await database.start()
          await Promise.all(urls.map((url) => until('an API is ready again', () => isReady(url))))
        },
      },
      chain,
    ],
    owner,
    worker,
    chain: chain.current,
    complaints,
    async close() {
      await Promise.all([...apis, ...workers].map((part) => part.kill()))
      await Promise.all([owner.close(), worker.close()])
      await Promise.all([chain.kill(), database.kill(), mail.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
