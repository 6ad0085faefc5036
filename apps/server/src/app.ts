import type { FastifyInstance } from 'fastify'
import { activityCalls } from './activity/calls.ts'
import { cashierCalls } from './cashier/calls.ts'
import { isOtherHouse } from './cashier/wallets/is-other-house.ts'
import type { ApiConfig, ChainConfig } from './config.ts'
import { startLive } from './live/start-live.ts'
import { type Database, sql } from './platform/database/database.ts'
import type { HandledCall, Handlers } from './platform/http/call.ts'
import {
  createHttp,
  type HttpOptions,
  registerCalls,
  registerEvents,
} from './platform/http/http.ts'
import { addSecurityHeaders } from './platform/http/security-headers.ts'
import { serveWeb } from './platform/http/serve-web.ts'
import { createCookies } from './platform/http/session-cookie.ts'
import { serveUploads } from './platform/http/uploads.ts'
import { createPace, noPace } from './platform/limits/rate-limit.ts'
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts'
import type { Surroundings } from './platform/process/clock.ts'
import type { Log } from './platform/process/log.ts'
import type { Mailer } from './platform/process/mail.ts'
import { accountCalls } from './players/calls.ts'
import { findSession, peekSession } from './players/sessions/find-session.ts'
import { referralCalls } from './referral/calls.ts'
import { roundCalls } from './rounds/calls.ts'
import { printVerifier } from './rounds/print-verifier.ts'
import { createSigner } from './rounds/receipts.ts'
import { roundLedger } from './rounds/round-ledger.ts'
import { supportCalls } from './support/calls.ts'
import { transferCalls } from './transfers/calls.ts'

/** What the server is built from: its settings and the outside world. */
export interface Parts {
  readonly config: ApiConfig
  readonly database: Database
  readonly mailer: Mailer
  readonly surroundings: Surroundings
  readonly log: Log
  /** What is counted and measured; without, nobody reads it. */
  readonly metrics?: Metrics
  /** The built web app; without one only the calls are served. */
  readonly webDirectory?: string
  /**
   * True on the one-machine default alone: the demo wallet may be offered. Never read from the
   * environment.
   */
  readonly local?: boolean
}

/** Of one player: far above what anybody plays, and far below what a flood would be. */
const writePace = { perSecond: 20, burst: 240 }

/** The server, ready to listen: its table of contents is the list of capabilities below. */
export async function createApp(parts: Parts): Promise<FastifyInstance> {
  const { config, database, surroundings, log } = parts
  const metrics = parts.metrics ?? createMetrics()
  const http: HttpOptions = {
    log,
    metrics,
    cookies: createCookies(config.publicUrl.protocol === 'https:'),
    publicOrigin: config.publicUrl.origin,
    trustProxy: config.trustProxy,
    findSession: findSession(database, config.session),
    writePace: config.limits
      ? createPace({ ...writePace, elapsedMs: surroundings.elapsedMs })
      : noPace,
  }
  const server = await createHttp(http)
  addSecurityHeaders(server, {
    webDirectory: parts.webDirectory,
    https: config.publicUrl.protocol === 'https:',
  })
  const signer = createSigner(config.receiptKey, config.oldReceiptKeys)
  // The type asks for every call of the contract: one without a use case doesn't compile.
  const handlers: Handlers<HandledCall> = {
    ...accountCalls(parts),
    ...roundCalls({
      database,
      surroundings,
      signer,
      paced: config.limits,
      ledger: roundLedger(database),
    }),
    ...cashierCalls({ ...parts, local: parts.local ?? false }),
    ...transferCalls(parts),
    ...referralCalls(parts),
    ...activityCalls({ database, surroundings, signer, config }),
    ...supportCalls({ database, surroundings, config }),
  }
  registerCalls(server, http, handlers)
  const live = startLive({ database, surroundings, log, life: config.session })
  registerEvents(server, http, {
    peekSession: peekSession(database, config.session),
    accept: live.accept,
  })
  metrics.gauge('pipkin_event_streams', 'Open event streams', () => [
    { labels: {}, value: live.count() },
  ])
  server.addHook('preClose', live.stop)
  await serveUploads(server, config.uploadsDir)
  answerProbes(server, database, config.chain)
  if (parts.webDirectory)
    await serveWeb(server, parts.webDirectory, {
      'verify.html': printVerifier(parts.webDirectory, signer),
    })
  return server
}

const probe = sql`select count(*) from ledger.games`

/**
 * `/healthz`: the process answers. `/readyz`: so does a migrated database, and its money is on the
 * chain that is configured.
 */
function answerProbes(server: FastifyInstance, database: Database, chain: ChainConfig): void {
  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    await database.rows(probe)
    if (await isOtherHouse(database, chain))
      return reply.code(503).send({ status: 'another chain or house' })
    return { status: 'ready' }
  })
}
