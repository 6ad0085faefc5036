import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { againHeader, encodeEnvelope } from '@pipkin/contract'
import {
  type CallLimit,
  type CallName,
  type CallSpec,
  contract,
  type FileAnswer,
} from '@pipkin/contract/schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../limits/limit.ts'
import { queueEach } from '../limits/queue.ts'
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
import { sendRefusal } from './create-server.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import type { KeptReplies } from './kept-replies.ts'
import { acceptMultipart, readMultipart } from './multipart.ts'
import { readInput } from './read-input.ts'

export interface CallOptions {
  readonly cookies: Cookies
  /** Finds the session of a token, by its hash, and notes that it was seen. */
  findSession(tokenHash: Buffer): Promise<Session | null>
  /** Finds it too, but doesn't keep it alive: for a stream, and what a screen reads by itself. */
  peekSession(tokenHash: Buffer): Promise<Session | null>
  /** For the calls that look at their session themselves. */
  readonly watchSession?: {
    readonly calls: ReadonlySet<CallName>
    /** The session of a token, from memory. */
    recall(tokenHash: Buffer): Session | null
    /** A session that was just looked up: it may end before its call is made. */
    watch(session: Session): Session
    /** Takes each remembered session whose call has seen it alive. */
    seen(session: Session): void
  }
  /**
   * Refuses a call that needs a confirmed session, with what its player can confirm by; or at once
   * where it would be refused after the confirmation too.
   */
  refuseUnconfirmed(session: Session, spec: CallSpec, key: IdempotencyKey | null): Promise<Refusal>
  /** Notes where a player came from. It asks the database once a day for each address. */
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

/** Registers the calls that there are use cases for. */
export function registerCalls<N extends HandledCall>(
  server: FastifyInstance,
  options: CallOptions,
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

function registerPath(server: FastifyInstance, options: CallOptions, sharing: Sharing): void {
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
  /** Opens a stream, or says why not. */
  accept(session: Session, open: (retryMs: number) => EventStream): Refusal | null
}

/** Registers the call that answers with a stream. */
export function registerEvents(
  server: FastifyInstance,
  options: CallOptions,
  { accept }: Events,
): void {
  // No HEAD: it would be answered with a body that never ends.
  const spec = contract.followEvents
  server.get(`/api/${spec.call.path}`, { exposeHeadRoute: false }, async (request, reply) => {
    const session = await sessionOf(request, { ...options, findSession: options.peekSession })
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
  options: CallOptions,
): Promise<FastifyReply> {
  const [first] = sharing
  const isForm = first.spec.call.kind === 'form'
  let body = request.body ?? {}
  // A form may have megabytes, so its sender is judged before it is read. With JSON that is in
  // `run`, after the input.
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

/**
 * Calls that wait for a lock hold a connection: one player's leave others some. Those that look at
 * their session themselves share connections.
 */
const eightOfEach = queueEach(8)

async function run(
  route: Route,
  input: object,
  request: FastifyRequest,
  reply: FastifyReply,
  options: CallOptions & { readonly isPaced: boolean; readonly isAgain?: boolean },
): Promise<FastifyReply> {
  const { name, spec, useCase } = route
  const { call } = spec
  request.call = name
  const refused = (refusal: Refusal) => sendRefusal(reply, refusal, request.url, spec)
  const given = parseKey(spec, request)
  if (given === 'malformed') return refused(refuse('malformed'))
  const key = given === null ? null : { key: given, inputHash: hashInput(name, input) }

  const recalled = options.isAgain ? null : recallOf(name, request, options)
  const session = recalled ?? (await lookUp(name, request, options))
  const wait = options.isPaced ? null : await waitOf(session, request, options)
  if (wait !== null) return refused(refuse('tooMany', { retryAfterMs: wait }))
  if (spec.session === 'required' && !session) return refused(refuse('noSession'))
  if (spec.own && Reflect.get(input, 'player') !== session?.player)
    return refused(refuse('forbidden'))
  if (spec.confirmed && session && session.confirmedUntil === null)
    return refused(await options.refuseUnconfirmed(session, spec, key))
  if (session) await options.seenFrom(session.player, request.ip)
  const callWait = session && route.limit ? await route.limit.take(String(session.player)) : null
  if (callWait !== null) return refused(refuse('tooMany', { retryAfterMs: callWait }))

  const caller = callerOf(request, reply, { cookies: options.cookies, session, key })
  const keepsReply = spec.keyed === 'reply' && session && key
  if (keepsReply) {
    const earlier = await options.keptReplies.find(session.player, key)
    if (earlier?.ok === false) return refused(earlier)
    if (earlier) return sendJson(reply.header('cache-control', 'no-store'), earlier.reply)
  }
  const work = () => useCase(input, caller)
  const takesConnection = session && !session.watched
  const working = takesConnection ? eightOfEach(session.player, work) : work()
  const result = await working.catch((error: unknown) => {
    if (error instanceof SessionUnseen) return null
    throw error
  })
  // No statement has seen the session alive, so look it up and answer again.
  if (result === null || session?.watched?.isLive === false)
    return run(route, input, request, reply, { ...options, isPaced: true, isAgain: true })
  if (session?.watched) options.watchSession?.seen(session)
  if (!result.ok) return refused(result)
  reply.header('cache-control', 'no-store')
  if (call.kind === 'file') return sendFile(reply, result.answer as FileAnswer)
  // What the answer's codec doesn't list is dropped here: the second barrier before anything
  // hidden.
  const fields = Object(call.answer?.encode(result.answer))
  const envelope = encodeEnvelope(call, { isDone: true, message: result.message }, fields)
  const text = JSON.stringify(envelope)
  if (keepsReply) await options.keptReplies.keep(session.player, key, text)
  return sendJson(reply, text)
}

function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, ...known }: Pick<CallOptions, 'cookies'> & Pick<Caller, 'session' | 'key'>,
): Caller {
  const presession = cookies.read(request, 'presession')
  const secondStep = cookies.read(request, 'secondStep')
  return {
    ...known,
    presession: presession && tokenHash(presession),
    device: cookies.read(request, 'device'),
    secondStep: secondStep && tokenHash(secondStep),
    passkeyBrowser: cookies.read(request, 'passkeyBrowser'),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    setCookie: (kind, value, maxAge) => cookies.set(reply, kind, value, maxAge),
    clearCookie: (kind) => cookies.clear(reply, kind),
  }
}

const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(text)

/**
 * Counts the request, refused or not, towards the limit of its player or network: null where that
 * allows it, else the wait in ms.
 */
async function waitOf(
  session: Session | null,
  request: FastifyRequest,
  { requestLimits: { writes, reads, visitors } }: CallOptions,
): Promise<number | null> {
  if (!session) return visitors.take(networkOf(request.ip))
  const limit = request.method === 'GET' ? reads : writes
  return limit.take(String(session.player))
}

async function sessionOf(
  request: FastifyRequest,
  { cookies, findSession, peekSession }: CallOptions,
): Promise<Session | null> {
  const token = cookies.read(request, 'session')
  const isByItself = request.method === 'GET' && request.headers[againHeader] !== undefined
  const look = isByItself ? peekSession : findSession
  const session = token && (await look(tokenHash(token)))
  request.player = session?.player ?? null
  return session
}

async function lookUp(
  name: CallName,
  request: FastifyRequest,
  options: CallOptions,
): Promise<Session | null> {
  const found = await sessionOf(request, options)
  return found && options.watchSession?.calls.has(name) ? options.watchSession.watch(found) : found
}

function recallOf(
  name: CallName,
  request: FastifyRequest,
  { cookies, watchSession }: Pick<CallOptions, 'cookies' | 'watchSession'>,
): Session | null {
  if (!watchSession?.calls.has(name)) return null
  const token = cookies.read(request, 'session')
  const session = token ? watchSession.recall(tokenHash(token)) : null
  request.player = session?.player ?? null
  return session
}

/** Sends a file as fast as it is read, and no faster. */
const sendFile = (reply: FastifyReply, { name, type, content }: FileAnswer): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content))

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
