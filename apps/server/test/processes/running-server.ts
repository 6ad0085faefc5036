import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { type MailCatcher, startMail } from '../../../local/src/mail/start-mail.ts'
import { createApp } from '../../src/app.ts'
import { type ApiConfig, readApiConfig } from '../../src/config.ts'
import { system } from '../../src/platform/process/clock.ts'
import { createLog } from '../../src/platform/process/log.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { patientMailer } from '../players/patient-mailer.ts'
import { type Balances, setCatalogue } from '../players/player.ts'
import { startRegister } from '../players/register.ts'
import { type SignedIn, signedIn } from '../players/signed-in.ts'
import { seedKey } from '../seeds.ts'

export type { SignedIn } from '../players/signed-in.ts'

/**
 * What a server needs around it: a database with the catalogue, mail, a folder for files. Its
 * chain is down.
 */
export interface Around {
  readonly db: TestDatabase
  readonly mail: MailCatcher
  /** The environment that a server is configured by. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Opens what a server needs: database, mail, register and a folder. */
export async function openAround(more: Record<string, string> = {}): Promise<Around> {
  const db = await freshDatabase()
  await setCatalogue(db)
  const mail = await startMail()
  const register = await startRegister()
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-server-'))
  return {
    db,
    mail,
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: db.url,
      RPC_URL: 'http://127.0.0.1:1',
      PUBLIC_RPC_URL: 'http://127.0.0.1:1',
      CHAIN_ID: '31337',
      TOKEN_ADDRESS: `0x${'a1'.repeat(20)}`,
      HOUSE_ADDRESS: `0x${'b2'.repeat(20)}`,
      RECEIPT_KEY: randomBytes(32).toString('hex'),
      FACTOR_KEY: randomBytes(32).toString('hex'),
      SEED_KEY: seedKey,
      SMTP_URL: mail.smtpUrl,
      PUBLIC_URL: 'http://localhost:3000',
      WATERMARK_FILE: join(folder, 'watermark'),
      PIPKIN_RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...(more.PLAY_PROFILE !== undefined && { REGISTER_URL: register.url }),
      ...more,
    },
    async close() {
      await mail.stop()
      await register.close()
      await rm(folder, { recursive: true })
      await db.close()
    },
  }
}

export interface RunningServer {
  readonly url: string
  readonly db: TestDatabase
  readonly mail: MailCatcher
  readonly config: ApiConfig
  /** A signed-in player with money, without the long way through sign-up. */
  player(balances?: Balances): Promise<SignedIn>
  close(): Promise<void>
}

/**
 * The whole API on a port of its own, over TCP, with the real database and mail. Its chain is down.
 */
export const startServer = async (
  env: Record<string, string> = {},
  logTo?: Writable,
): Promise<RunningServer> => serve(await openAround(env), logTo)

/** The same in surroundings that a test has prepared. It closes them. */
export async function serve(around: Around, logTo?: Writable): Promise<RunningServer> {
  const { db, mail } = around
  const config = readApiConfig(around.env)
  const app = await createApp({
    config,
    database: db.database,
    mailer: patientMailer(config.smtpUrl, config.mailFrom),
    surroundings: system,
    log: createLog(config.logLevel, logTo),
    ...(config.webDirectory !== null && { webDirectory: config.webDirectory }),
  })
  const url = await app.listen({ host: config.host, port: config.port })
  return {
    url,
    db,
    mail,
    config,
    player: (balances) => signedIn(db, url, balances),
    async close() {
      await app.close()
      await around.close()
    },
  }
}
