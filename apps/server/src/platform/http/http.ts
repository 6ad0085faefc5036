import { hash } from 'node:crypto'
import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import {
  encodeEnvelope,
  encodeRefusal,
  type RefusalCode,
  refusalMessage,
  refusals,
} from '@pipkin/contract'
import {
  type CallLimit,
  type CallName,
  type CallSpec,
  callNames,
  contract,
  type FileAnswer,
} from '@pipkin/contract/schemas'
import { Unreadable } from '@pipkin/contract/wire'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { databaseFailure } from '../database/database-failure.ts'
import type { RateLimit } from '../limits/limit.ts'
import { TooBusy } from '../limits/queue.ts'
import type { Log } from '../process/log.ts'
import { OutsideFailure } from '../process/outside-failure.ts'
import { type Refusal, refuse } from './answer.ts'
import {
  type Caller,
  type HandledCall,
  type Handlers,
  type IdempotencyKey,
  type Session,
  SessionUnseen,
} from './call.ts'
import { networkOf } from './client-network.ts'
import { type Cookies, tokenHash } from './cookies.ts'
import { isCrossSiteWrite } from './csrf.ts'
import { type EventStream, keepStreamsAlone, openEventStream } from './event-stream.ts'
import type { KeptReplies } from './kept-replies.ts'
import { logSecurity } from './log-security.ts'
import { measureRequests } from './measure-requests.ts'
import { acceptMultipart, readMultipart } from './multipart.ts'

export interface HttpOptions {
  readonly log: Log
  readonly metrics: Registry
  readonly cookies: Cookies
  /** The origin that the browser sees: writes from another are refused. */
  readonly publicOrigin: string
  /** The proxies whose `X-Forwarded-For` counts; false trusts none. */
  readonly trustProxy: string | false
  /** Finds the session of a token, by its hash, and notes that it was seen. */
  findSession(tokenHash: Buffer): Promise<Session | null>
  /** The same from memory, for the calls that look at their session themselves. */
  recallSession?: {
    readonly calls: ReadonlySet<CallName>
    recall(tokenHash: Buffer): Session | null
    /** Takes each remembered session whose call has seen it alive. */
    seen(session: Session): void
  }
  /** Refuses a call that needs a confirmed session, with what its player can confirm by. */
  refuseUnconfirmed(session: Session): Promise<Refusal>
  /** Notes where a player came from. It asks the database once for a player and an address. */
  seenFrom(player: number, ip: string): Promise<void>
  /** How many requests may be sent, of all calls together. */
  readonly requestLimits: {
    /** A player's writes, and a player's reads. */
    readonly writes: RateLimit
    readonly reads: RateLimit
    /** The requests without a session from a network. */
    readonly visitors: RateLimit
  }
  readonly keptReplies: KeptReplies
  /** Makes the limit that a call declares, counted over all API processes. */
  callLimit(limit: CallLimit): RateLimit
}

/** An HTTP server with every time bounded; the calls are registered on it. */
export async function createHttp(
  options: Pick<HttpOptions, 'log' | 'metrics' | 'publicOrigin' | 'trustProxy'>,
): Promise<FastifyInstance> {
  const databaseFailures = new Counter({
    name: 'pipkin_database_failures_total',
    help: 'Requests that the database could not answer, by failure',
    labelNames: ['failure'],
    registers: [options.metrics],
  })
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const failure = databaseFailure(error)
    if (failure) databaseFailures.inc({ failure })
    return sendRefusal(reply, refusalOfError(error, request), request.url)
  }
  const server = fastify<Server>({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    // No per-request child logger: the few lines about a request name its id.
    childLoggerFactory: (log) => log,
    trustProxy: options.trustProxy,
    bodyLimit: 64 * 1024,
    // Needs all three, or a body that trickles in holds its connection for ever.
    requestTimeout: 15_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    keepAliveTimeout: 65_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    // Errors before routing, such as a call's path that can't be decoded.
    frameworkErrors: sendError,
  })
  // Accept JSON alone: another site's form can send text/plain.
  server.removeContentTypeParser('text/plain')
  server.decorateReply('refusal', null)
  server.decorateRequest('call', null)
  measureRequests(server, options.metrics)
  logSecurity(server)
  keepStreamsAlone(server, `/api/${contract.followEvents.call.path}`)
  await server.register(cookie)
  server.addHook('onRequest', async (request, reply) => {
    if (isCrossSiteWrite(request, options.publicOrigin))
      return sendRefusal(reply, refuse('forbidden'), request.url)
  })
  closeConnectionsAtTheEnd(server)
  server.setErrorHandler(sendError)
  server.setNotFoundHandler((request, reply) => sendRefusal(reply, refuse('notFound'), request.url))
  return server
}

/**
 * The router refuses an address that can't be decoded (`/50%-off`). Only a program asks a call so;
 * a person gets the page that says that there is no such screen, as for any other address.
 */
function decodableUrl(url: string): string {
  if (!url.includes('%') || /^\/(desk\/)?api\//.test(url)) return url
  const [path = '', ...query] = url.split(/(?=\?)/)
  return isDecodable(path) ? url : [path.replaceAll('%', '%25'), ...query].join('')
}

function isDecodable(path: string): boolean {
  try {
    // The bundler drops a call whose result is unused, though it may throw.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/**
 * A connection whose answer begins or ends while the server closes isn't kept: it would keep the
 * process for as long as it is idle.
 */
function closeConnectionsAtTheEnd(server: FastifyInstance): void {
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
  })
  server.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  server.addHook('onResponse', async () => {
    if (closing) setImmediate(() => server.server.closeIdleConnections())
  })
}

/** Registers the calls that there are use cases for. */
export function registerCalls<N extends HandledCall>(
  server: FastifyInstance,
  options: HttpOptions,
  handlers: Handlers<N>,
): void {
  const routes = (Object.keys(handlers) as N[]).map((name): Route => {
    const spec: CallSpec = contract[name]
    const limit = spec.limit && options.callLimit(spec.limit)
    return { name, spec, limit, useCase: handlers[name] as UseCase }
  })
  for (const sharing of Map.groupBy(routes, ({ spec }) => spec.call.path).values()) {
    const [first, ...others] = sharing
    if (first) registerPath(server, options, [first, ...others])
  }
}

/** The calls of one path: their inputs tell them apart. */
type Sharing = readonly [Route, ...Route[]]

function registerPath(server: FastifyInstance, options: HttpOptions, sharing: Sharing): void {
  const { method, path, kind } = sharing[0].spec.call
  const register = (scope: FastifyInstance) =>
    scope.route({
      method,
      url: `/api/${path}`,
      // A HEAD would make a whole file and drop it.
      exposeHeadRoute: kind !== 'file',
      handler: (request, reply) => handle(sharing, request, reply, options),
    })
  // Only this route takes forms: the others go on answering 415.
  if (kind === 'form')
    server.register(async (scope) => {
      await acceptMultipart(scope)
      register(scope)
    })
  else register(server)
}

/** What the call that answers with a stream needs. */
interface Events {
  /** Finds a session as `findSession` does, but doesn't keep it alive: a stream is no call. */
  peekSession(tokenHash: Buffer): Promise<Session | null>
  /** Opens a stream, or says why not. */
  accept(session: Session, open: (retryMs: number) => EventStream): Refusal | null
}

/** Registers the call that answers with a stream. */
export function registerEvents(
  server: FastifyInstance,
  options: HttpOptions,
  { peekSession, accept }: Events,
): void {
  // No HEAD: it would be answered with a body that never ends.
  const spec = contract.followEvents
  server.get(`/api/${spec.call.path}`, { exposeHeadRoute: false }, async (request, reply) => {
    const session = await sessionOf(request, { ...options, findSession: peekSession })
    const wait = await waitOf(session, request, options)
    const refusal =
      wait !== null
        ? refuse('tooMany', { retryAfterMs: wait })
        : session
          ? accept(session, (retryMs) => openEventStream(reply, retryMs))
          : refuse('noSession')
    return refusal ? sendRefusal(reply, refusal, request.url, spec) : reply
  })
}

/**
 * A use case with its types put aside: the contract's codecs and schemas hold them at run time. The
 * one documented cast.
 */
type UseCase = (
  input: object,
  caller: Caller,
) => Promise<{ ok: true; answer: object; message: string } | Refusal>

/** A call with its use case. */
interface Route {
  readonly name: CallName
  readonly spec: CallSpec
  readonly limit: RateLimit | undefined
  readonly useCase: UseCase
}

/** Answers a request: the first call of its path whose input it is. */
async function handle(
  sharing: Sharing,
  request: FastifyRequest,
  reply: FastifyReply,
  options: HttpOptions,
): Promise<FastifyReply> {
  const [first] = sharing
  const isForm = first.spec.call.kind === 'form'
  let body = request.body ?? {}
  // Megabytes are read for those who may send them; of JSON the form is judged first.
  if (isForm) {
    const session = await sessionOf(request, options)
    const wait = await waitOf(session, request, options)
    const refused = wait !== null ? refuse('tooMany', { retryAfterMs: wait }) : refuse('noSession')
    if (wait !== null || !session) return sendRefusal(reply, refused, request.url, first.spec)
    body = await readMultipart(request, session.player)
  }
  for (const route of sharing) {
    const input = readInput(route.spec, request.query, body)
    if (input) return run(route, input, request, reply, { ...options, isPaced: isForm })
  }
  return sendRefusal(reply, refuse('malformed'), request.url, first.spec)
}

async function run(
  route: Route,
  input: object,
  request: FastifyRequest,
  reply: FastifyReply,
  options: HttpOptions & { readonly isPaced: boolean },
): Promise<FastifyReply> {
  const { name, spec, useCase } = route
  const { call } = spec
  request.call = name
  const refused = (refusal: Refusal) => sendRefusal(reply, refusal, request.url, spec)
  const key = parseKey(spec, request)
  if (key === 'malformed') return refused(refuse('malformed'))

  const session = recallOf(name, request, options) ?? (await sessionOf(request, options))
  const wait = options.isPaced ? null : await waitOf(session, request, options)
  if (wait !== null) return refused(refuse('tooMany', { retryAfterMs: wait }))
  if (spec.session === 'required' && !session) return refused(refuse('noSession'))
  if (spec.own && Reflect.get(input, 'player') !== session?.player)
    return refused(refuse('forbidden'))
  if (spec.confirmed && session && session.confirmedUntil === null)
    return refused(await options.refuseUnconfirmed(session))
  if (session) await options.seenFrom(session.player, request.ip)
  const callWait = session && route.limit ? await route.limit.take(String(session.player)) : null
  if (callWait !== null) return refused(refuse('tooMany', { retryAfterMs: callWait }))

  const presession = options.cookies.read(request, 'presession')
  const secondStep = options.cookies.read(request, 'secondStep')
  const caller: Caller = {
    session,
    presession: presession && tokenHash(presession),
    device: options.cookies.read(request, 'device'),
    secondStep: secondStep && tokenHash(secondStep),
    passkeyBrowser: options.cookies.read(request, 'passkeyBrowser'),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    key: key === null ? null : { key, inputHash: hashInput(name, input) },
    setCookie: (kind, value, maxAge) => options.cookies.set(reply, kind, value, maxAge),
    clearCookie: (kind) => options.cookies.clear(reply, kind),
  }
  const keepsReply = spec.keyed === 'reply' && session && caller.key
  if (keepsReply) {
    const earlier = await options.keptReplies.find(session.player, caller.key)
    if (earlier?.ok === false) return refused(earlier)
    if (earlier) return reply.header('cache-control', 'no-store').send(earlier.reply)
  }
  const result = await useCase(input, caller).catch((error: unknown) => {
    if (error instanceof SessionUnseen) return null
    throw error
  })
  // No statement has seen the session alive, so look it up and answer again.
  if (result === null || session?.remembered?.isLive === false) {
    const { recallSession: _, ...withoutMemory } = options
    return run(route, input, request, reply, { ...withoutMemory, isPaced: true })
  }
  if (session?.remembered) options.recallSession?.seen(session)
  if (!result.ok) return refused(result)
  reply.header('cache-control', 'no-store')
  if (call.kind === 'file') return sendFile(reply, result.answer as FileAnswer)
  // What the answer's codec doesn't list is dropped here: the second barrier before anything
  // hidden.
  const fields = Object(call.answer?.encode(result.answer))
  const envelope = encodeEnvelope(call, { isDone: true, message: result.message }, fields)
  if (keepsReply) await options.keptReplies.keep(session.player, caller.key, envelope)
  return reply.send(envelope)
}

/**
 * Counts the request, refused or not, towards the limit of its player or network: null where that
 * allows it, else the wait in ms.
 */
async function waitOf(
  session: Session | null,
  request: FastifyRequest,
  { requestLimits: { writes, reads, visitors } }: HttpOptions,
): Promise<number | null> {
  if (!session) return visitors.take(networkOf(request.ip))
  const limit = request.method === 'GET' ? reads : writes
  return limit.take(String(session.player))
}

async function sessionOf(
  request: FastifyRequest,
  { cookies, findSession }: Pick<HttpOptions, 'cookies' | 'findSession'>,
): Promise<Session | null> {
  const token = cookies.read(request, 'session')
  const session = token && (await findSession(tokenHash(token)))
  request.player = session?.player ?? null
  return session
}

function recallOf(
  name: CallName,
  request: FastifyRequest,
  { cookies, recallSession }: Pick<HttpOptions, 'cookies' | 'recallSession'>,
): Session | null {
  if (!recallSession?.calls.has(name)) return null
  const token = cookies.read(request, 'session')
  const session = token ? recallSession.recall(tokenHash(token)) : null
  request.player = session?.player ?? null
  return session
}

/** Sends a file as fast as it is read, and no faster. */
const sendFile = (reply: FastifyReply, { name, type, content }: FileAnswer): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content))

/** The input in the glossary's words; null where it doesn't fit the call. */
function readInput({ call, input }: CallSpec, query: unknown, body: unknown): object | null {
  try {
    const given = { ...call.query?.decode(query), ...call.body?.decode(body) }
    if (!input) return given
    const judged = input.safeParse(given)
    return judged.success ? judged.data : null
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

function parseKey(spec: CallSpec, request: FastifyRequest): string | null | 'malformed' {
  const key = request.headers['idempotency-key']
  if (!spec.keyed || key === undefined) return null
  return typeof key === 'string' && /^[!-~]{1,100}$/.test(key) ? key : 'malformed'
}

/** The call and its input, in one hash. Schemas fix the order of the fields. */
function hashInput(name: CallName, input: object): IdempotencyKey['inputHash'] {
  const text = JSON.stringify([name, input], (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return hash('sha256', text, 'buffer')
}

function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  url: string,
  spec?: CallSpec,
): FastifyReply {
  const { status } = refusals[refusal.code]
  reply.refusal = refusal.code
  if (status === 429)
    reply.header('retry-after', Math.max(1, Math.ceil((refusal.retryAfterMs ?? 1000) / 1000)))
  const { call = {} } = spec ?? specOfUrl(url) ?? {}
  const message = refusalMessage(refusal.code, refusal.parts)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send(encodeRefusal(call, refusal.code, message, refusal.data))
}

/** Errors before a call's own handler still speak in that call's letters. */
function specOfUrl(url: string): CallSpec | undefined {
  const path = url.split('?', 1)[0]?.replace(/^\/api\//, '')
  const name = callNames.find((call) => contract[call].call.path === path)
  return name && contract[name]
}

/** What the framework says in a number. */
const refusalOfStatus: Readonly<Record<number, RefusalCode>> = {
  // Static directory requested.
  403: 'notFound',
  404: 'notFound',
  413: 'tooLarge',
  415: 'wrongContentType',
  429: 'tooMany',
}

/**
 * The one place where the framework's errors, outside failures and bugs become answers. Only bugs
 * are logged as errors.
 */
function refusalOfError(error: unknown, request: FastifyRequest): Refusal {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return refuse(refusalOfStatus[status] ?? 'malformed')
  const about = { err: error, requestId: request.id }
  const failure = databaseFailure(error)
  if (failure) {
    request.log.warn({ ...about, failure }, 'the database does not answer')
    return refuse('unavailable')
  }
  if (error instanceof OutsideFailure) {
    request.log.warn(about, 'something outside does not answer')
    return refuse('unavailable')
  }
  if (error instanceof TooBusy) return refuse('tooMany', { retryAfterMs: 1_000 })
  request.log.error({ ...about, path: request.routeOptions.url }, 'a request failed by a bug')
  return refuse('internal')
}
