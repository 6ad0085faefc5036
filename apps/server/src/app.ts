import type { CallLimit } from '@pipkin/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { activityCalls } from './activity/calls.ts'
import { cashierCalls } from './cashier/calls.ts'
import { isOtherHouse } from './cashier/wallets/is-other-house.ts'
import type { ApiConfig } from './config.ts'
import { keepReplies } from './ledger/keep-replies.ts'
import type { PlayerNodes } from './ledger/player-nodes.ts'
import { refuseHeldWays } from './ledger/refuse-held.ts'
import { startLive } from './live/start-live.ts'
import { logCalls } from './log/calls.ts'
import { entryHandOver } from './log/hand-over.ts'
import { serveLog } from './log/serve-log.ts'
import { ttlCache } from './platform/cache/ttl-cache.ts'
import type { Beginning } from './platform/database/begin-when-up.ts'
import { type Database, one, sql } from './platform/database/database.ts'
import { answerWhenUp } from './platform/http/answer-when-up.ts'
import type { HandledCall, Handlers } from './platform/http/call.ts'
import { createCookies } from './platform/http/cookies.ts'
import { createServer } from './platform/http/create-server.ts'
import { limitVisitors } from './platform/http/limit-visitors.ts'
import { type CallOptions, registerCalls } from './platform/http/register-calls.ts'
import { registerEvents } from './platform/http/register-events.ts'
import { addSecurityHeaders } from './platform/http/security-headers.ts'
import { serveDocument } from './platform/http/serve-document.ts'
import { servePage } from './platform/http/serve-page.ts'
import { servePictures } from './platform/http/serve-pictures.ts'
import { serveWeb } from './platform/http/serve-web.ts'
import { createLimit, createMemoryLimit, noLimit } from './platform/limits/limit.ts'
import { measure } from './platform/metrics/metrics.ts'
import { requestNoter } from './platform/metrics/note-requests.ts'
import type { Surroundings } from './platform/process/clock.ts'
import type { Log } from './platform/process/log.ts'
import type { Mailer } from './platform/process/mail.ts'
import { repeat } from './platform/process/repeat.ts'
import { openPicture } from './players/accounts/stored-picture.ts'
import { accountCalls } from './players/calls.ts'
import { refuseUnconfirmed } from './players/factors/confirmations.ts'
import { startMails } from './players/mails/send-mails.ts'
import { askRegister } from './players/register/ask-register.ts'
import { playBeginner } from './players/register/begin-play.ts'
import { endPlays } from './players/register/end-plays.ts'
import { findSession, noteSeen, peekSession } from './players/sessions/find-session.ts'
import { allLive, rememberSessions } from './players/sessions/remember-sessions.ts'
import { referralCalls } from './referral/calls.ts'
import { traceNetworks } from './referral/trace-network.ts'
import { roundCalls } from './rounds/calls.ts'
import { printReplay } from './rounds/proofs/print-replay.ts'
import { printVerifier } from './rounds/proofs/print-verifier.ts'
import { createSigner, type Signer, type SignerOptions } from './rounds/receipts.ts'
import { roundLedger } from './rounds/round-ledger.ts'
import { createSeedKeys, type SeedKeys } from './rounds/seed-keys.ts'
import { saferPlayCalls } from './safer-play/calls.ts'
import { followProfile, noteZone } from './safer-play/follow-profile.ts'
import { remindOfLimits } from './safer-play/remind-of-limits.ts'
import { solvencyCalls } from './solvency/calls.ts'
import { openTree } from './solvency/read-solvency.ts'
import { supportCalls } from './support/calls.ts'
import { transferCalls } from './transfers/calls.ts'

export interface AppDeps {
  readonly config: ApiConfig
  readonly database: Database
  /** Asks the nodes of a cluster straight; left out without one. */
  readonly nodes?: PlayerNodes
  readonly mailer: Mailer
  readonly surroundings: Surroundings
  readonly log: Log
  readonly metrics?: Registry
  /** The built web app; without one only the calls are served. */
  readonly webDirectory?: string
  /** True on the one-machine default alone, which offers the demo wallet. Not a setting. */
  readonly local?: boolean
  /** How receipts are signed, for a bench that compares. Not a setting. */
  readonly signing?: SignerOptions
  /** More work on the database that must be done before the first call is answered. */
  readonly begin?: () => Promise<void>
  /** Called if that work fails though the database is up: the process must end. */
  readonly onRefused?: (error: unknown) => void
}

/**
 * Writes of one player: 20 a second on average, far more than a hand can play. Reads: 50 a second,
 * three times what eight tabs read that follow the fastest play. Visitors of one network: 200 a
 * second, since many may share an address.
 */
const requestLimits = {
  writes: { name: 'writes', attempts: 240, windowSeconds: 12 },
  reads: { name: 'reads', attempts: 600, windowSeconds: 12 },
  visitors: { name: 'visitors', attempts: 2_400, windowSeconds: 12 },
}

/** Builds the API, ready to listen: its calls, events, uploads, probes and the web app. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, database, surroundings, log } = deps
  const metrics = deps.metrics ?? new Registry()
  const seenFrom = traceNetworks(database, surroundings, (err) =>
    log.warn({ err }, 'a network was not noted'),
  )
  const server = await createServer({
    log,
    metrics,
    publicOrigin: config.publicUrl.origin,
    trustProxy: config.trustProxy,
  })
  addSecurityHeaders(server, {
    webDirectory: deps.webDirectory,
    https: config.publicUrl.protocol === 'https:',
  })
  const beginning = await answerWhenUp(server, {
    log,
    path: '/api/',
    begin: async () => {
      await deps.begin?.()
      await noteZone(database, config.timeZone)
      await followProfile(database, config.profile)
    },
    onRefused: deps.onRefused,
  })
  const seeds = createSeedKeys(config.seedKey, config.oldSeedKeys)
  const signer = openSigner(server, deps, seeds)
  const options = callOptions(deps, seenFrom)
  registerCalls(server, options, useCases(server, deps, { seeds, signer, seenFrom }))
  serveEvents(server, options, deps, metrics)
  startSweeps(server, deps, { metrics, beginning })
  // What anyone may read, and the database is asked for.
  await server.register(async (scope) => {
    limitVisitors(scope, options.requestLimits.visitors)
    servePictures(scope, '/uploads/:name', (name) => openPicture(database, name))
    serveLog(scope, database)
    serveDocument(scope, '/solvency/:name/tree', (name) => openTree(database, name))
  })
  answerProbes(server, deps, beginning)
  if (deps.webDirectory) {
    const replay = printReplay({
      database,
      seeds,
      webDirectory: deps.webDirectory,
      publicUrl: config.publicUrl,
      limit: options.requestLimits.visitors,
    })
    servePage(server, '/rounds', replay)
    await serveWeb(server, deps.webDirectory, {
      shell: 'shell.html',
      printed: { 'verify.html': printVerifier(deps.webDirectory, signer) },
      closed: config.profile.demo === 'none' ? /^\/demo-games(\/|$)/ : null,
      // For password managers (W3C, A Well-Known URL for Changing Passwords).
      redirects: { '/.well-known/change-password': '/account/change-password' },
    })
  }
  return server
}

/** How calls are taken: sessions, limits, and what is kept of a request. */
function callOptions(
  { config, database, nodes, surroundings, log }: AppDeps,
  seenFrom: CallOptions['seenFrom'],
): CallOptions {
  const inMemory = (limit: CallLimit) => (config.limits ? createMemoryLimit(limit) : noLimit)
  const keptReplies = keepReplies(database)
  const sessions = rememberSessions({
    find: findSession(database, config.session),
    noteSeen: noteSeen(database),
    onError: (err) => log.warn({ err }, 'it is noted later when a session was seen'),
    surroundings,
  })
  return {
    cookies: createCookies(config.publicUrl.protocol === 'https:'),
    findSession: sessions.find,
    peekSession: peekSession(database, config.session),
    watchSession: {
      calls: new Set(['placeBet', 'playMove']),
      // A cluster's nodes have no sessions.
      recall: (token) => (nodes?.isCluster() ? null : sessions.recall(token)),
      watch: (session) =>
        nodes?.isCluster() ? session : { ...session, watched: { isLive: true } },
      seen: sessions.seen,
    },
    async refuseUnconfirmed(session, { refusals }, key) {
      // No player confirms what a hold refuses afterwards. A repeat gets its first answer: it waits
      // for the confirmation.
      const isHeldFirst =
        refusals.includes('waysOutHeld') && !(key && (await keptReplies.find(session.player, key)))
      const held = isHeldFirst ? await refuseHeldWays(database, session.player) : null
      return held ?? refuseUnconfirmed(database, session)
    },
    seenFrom,
    requestLimits: {
      writes: inMemory(requestLimits.writes),
      reads: inMemory(requestLimits.reads),
      visitors: inMemory(requestLimits.visitors),
    },
    keptReplies,
    callLimit: (limit) => (config.limits ? createLimit(database, limit) : noLimit),
  }
}

/** Signs receipts, and hands each one's entry over to the worker that keeps the log. */
function openSigner(
  server: FastifyInstance,
  { config, database, log, signing }: AppDeps,
  seeds: SeedKeys,
): Signer {
  const handOver = entryHandOver({ database, seeds }, (err) =>
    log.warn({ err }, 'the worker computes the entries of some receipts itself'),
  )
  server.addHook('onClose', handOver.stop)
  return createSigner(config.receiptKey, {
    older: config.oldReceiptKeys,
    onSigned: handOver.note,
    ...signing,
  })
}

/** The use case of each call; one of the contract without doesn't compile. */
function useCases(
  server: FastifyInstance,
  deps: AppDeps,
  {
    seeds,
    signer,
    seenFrom,
  }: { seeds: SeedKeys; signer: Signer; seenFrom: CallOptions['seenFrom'] },
): Handlers<HandledCall> {
  const { config, database, nodes, surroundings, log } = deps
  const mails = startMails({
    ...deps,
    publicUrl: config.publicUrl,
    onError: (error) => log.warn({ err: error }, 'a mail was not sent and is tried again'),
  })
  server.addHook('onClose', mails.stop)
  const register = (player: number) => askRegister({ database, config, log }, player)
  const { oneOperator } = config.profile
  return {
    ...accountCalls({ ...deps, mails, seenFrom, askRegister: register }),
    ...roundCalls({
      database,
      surroundings,
      signer,
      seeds,
      paced: config.limits,
      profile: config.profile,
      ...(oneOperator && {
        beginPlay: playBeginner({ database, config, log }, oneOperator.waitMinutes),
      }),
      ledger: roundLedger(database, seeds, { nodes, check: allLive(config.session) }),
    }),
    ...cashierCalls({ ...deps, askRegister: register, local: deps.local ?? false }),
    ...logCalls(deps),
    ...transferCalls(deps),
    ...saferPlayCalls(deps),
    ...referralCalls(deps),
    ...activityCalls({ database, nodes, surroundings, signer, seeds, config }),
    ...solvencyCalls({ database, chain: config.chain, surroundings }),
    ...supportCalls({ database, surroundings, config }),
  }
}

function serveEvents(
  server: FastifyInstance,
  options: CallOptions,
  { config, database, surroundings, log }: AppDeps,
  metrics: Registry,
): void {
  const live = startLive({ database, surroundings, log, life: config.session })
  registerEvents(server, options, { accept: live.accept })
  measure(metrics, { name: 'pipkin_event_streams', help: 'Open event streams' }, () => [
    { labels: {}, value: live.count() },
  ])
  server.addHook('preClose', live.stop)
}

/** Starts what the API does by itself until it closes. */
function startSweeps(
  server: FastifyInstance,
  { config, database, log }: AppDeps,
  { metrics, beginning }: { metrics: Registry; beginning: Beginning },
): void {
  const sweep = (everyMs: number, work: () => Promise<unknown>, complaint: string) => {
    const sweeping = repeat(everyMs, work, (err) => log.warn({ err }, complaint))
    server.addHook('onClose', sweeping.stop)
  }
  sweep(60_000, requestNoter(database, metrics), 'the requests of this minute were not noted yet')
  // The API alone knows the profile; of its processes one does it.
  const { oneOperator, remindsOfLimitsMonths: months } = config.profile
  if (months !== null)
    sweep(
      600_000,
      async () => beginning.isDone() && remindOfLimits(database, months),
      'players are not reminded of their limits yet',
    )
  // If the profile has no rule about plays, those that an earlier profile began end at once.
  const idleMinutes = oneOperator?.idleMinutes ?? 0
  if (config.registerUrl !== null)
    sweep(
      10_000,
      async () => beginning.isDone() && endPlays({ database, config, log }, idleMinutes),
      'plays have not ended yet',
    )
}

const probe = sql`
  select current_setting('transaction_read_only')::boolean as "isReadOnly", count(*)
  from ledger.games`

/**
 * `/healthz` answers while the process does. `/readyz` also needs a migrated database that can be
 * written and whose money is on the configured chain, and what must be done before calls are
 * answered. It has no limit, which a flood would use up for the proxy, but asks the database once a
 * second.
 */
function answerProbes(
  server: FastifyInstance,
  { database, config, surroundings }: AppDeps,
  beginning: Beginning,
): void {
  const whyNotReady = ttlCache(1_000, surroundings.elapsedMs, async () => {
    const { isReadOnly } = await one(database.rows<{ isReadOnly: boolean }>(probe))
    if (isReadOnly) return 'the database is read-only'
    return (await isOtherHouse(database, config.chain)) ? 'another chain or house' : null
  })
  server.get('/healthz', () => ({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    const status = (await whyNotReady()) ?? (beginning.isDone() ? null : 'starting')
    return status === null ? { status: 'ready' } : reply.code(503).send({ status })
  })
}
