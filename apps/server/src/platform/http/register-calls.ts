import { Readable } from 'node:stream'
import { encodeEnvelope } from '@pipkin/contract'
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
import { type Cookies, tokenHash } from './cookies.ts'
import { sendRefusal } from './create-server.ts'
import {
  findSessionFor,
  findSessionOf,
  recallSessionFor,
  refuseFlood,
  type SenderOptions,
} from './find-sender.ts'
import { readKey } from './idempotency-key.ts'
import type { KeptReplies } from './kept-replies.ts'
import { acceptMultipart, readMultipart } from './multipart.ts'
import { readInput } from './read-input.ts'

export interface CallOptions extends SenderOptions {
  /**
   * Refuses a call that needs a confirmed session, with what its player can confirm by; or at once
   * where it would be refused after the confirmation too.
   */
  refuseUnconfirmed(session: Session, spec: CallSpec, key: IdempotencyKey | null): Promise<Refusal>
  /** Notes where a player came from. It asks the database once a day for each address. */
  seenFrom(player: number, ip: string): Promise<void>
  readonly keptReplies: KeptReplies
  /** Makes the limit that a call declares, counted over all API processes. */
  callLimit(limit: CallLimit): RateLimit
}

/** A call with its use case. */
interface Route {
  readonly name: CallName
  readonly spec: CallSpec
  readonly limit: RateLimit | undefined
  readonly useCase: UseCase
}

/** A use case with its types put aside: the contract's codecs and schemas hold them at run time. */
type UseCase = (
  input: object,
  caller: Caller,
) => Promise<{ ok: true; answer: object; message: string } | Refusal>

/** The calls of one path: their inputs tell them apart. */
type Sharing = readonly [Route, ...Route[]]

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

function registerPath(server: FastifyInstance, options: CallOptions, sharing: Sharing): void {
  const { method, path, kind } = sharing[0].spec.call
  const handle = kind === 'form' ? answerForm : answerFirst
  const register = (scope: FastifyInstance) =>
    scope.route({
      method,
      url: `/api/${path}`,
      // A HEAD would make a whole file and drop it.
      exposeHeadRoute: kind !== 'file',
      handler: (request, reply) => handle(sharing, { request, reply, options, isCounted: false }),
    })
  // Only this route takes forms: the others go on answering 415.
  if (kind === 'form')
    server.register(async (scope) => {
      await acceptMultipart(scope)
      register(scope)
    })
  else register(server)
}

/** A request for a path, and the reply to it. */
interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly options: CallOptions
  /** Whether the request has been counted towards its sender's limit. */
  readonly isCounted: boolean
}

/** Answers a form. It may have megabytes, so its sender is judged before it is read. */
async function answerForm(sharing: Sharing, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, options } = exchange
  const { spec } = sharing[0]
  const session = await findSessionOf(request, options)
  const flood = await refuseFlood(session, request, options)
  if (flood) return sendRefusal(reply, flood, request.url, spec)
  if (!session) return sendRefusal(reply, refuse('noSession'), request.url, spec)
  const form = await readMultipart(request, session.player)
  return answerFirst(sharing, { ...exchange, isCounted: true }, form)
}

/** Answers by the first call of a path whose input the request brings. */
async function answerFirst(
  sharing: Sharing,
  exchange: Exchange,
  body: unknown = exchange.request.body ?? {},
): Promise<FastifyReply> {
  const { request, reply } = exchange
  for (const route of sharing) {
    const input = readInput(route.spec, request.query, body)
    if (input) return answer({ ...exchange, route, input })
  }
  return sendRefusal(reply, refuse('malformed'), request.url, sharing[0].spec)
}

/** A request for a call. */
interface Asked extends Exchange {
  readonly route: Route
  readonly input: object
}

/** Answers a call. */
async function answer(asked: Asked): Promise<FastifyReply> {
  const { route, input, request, reply, options } = asked
  request.call = route.name
  const key = readKey(route.name, route.spec, input, request)
  if (key === 'malformed') return sendRefusal(reply, refuse('malformed'), request.url, route.spec)

  const session =
    recallSessionFor(route.name, request, options) ??
    (await findSessionFor(route.name, request, options))
  let answered = await answerIn(session, asked, key)
  while (answered === 'unseen') {
    const lookedUp = await findSessionFor(route.name, request, options)
    answered = await answerIn(lookedUp, { ...asked, isCounted: true }, key)
  }
  return answered
}

/**
 * Calls that wait for a lock hold a connection: one player's leave others some. Those that look at
 * their session themselves share connections.
 */
const eightOfEach = queueEach(8)

/**
 * Answers a call in a session, or without one. `unseen`: nothing is answered or changed, since no
 * statement of the call has seen the session alive.
 */
async function answerIn(
  session: Session | null,
  asked: Asked,
  key: IdempotencyKey | null,
): Promise<FastifyReply | 'unseen'> {
  const { route, input, request, reply, options } = asked
  const { spec, useCase } = route
  const refused = (refusal: Refusal) => sendRefusal(reply, refusal, request.url, spec)
  const refusal = await refuseSender(session, asked, key)
  if (refusal) return refused(refusal)

  const keepsReply = spec.keyed === 'reply' && session && key
  if (keepsReply) {
    const earlier = await options.keptReplies.find(session.player, key)
    if (earlier?.ok === false) return refused(earlier)
    if (earlier) return sendJson(reply.header('cache-control', 'no-store'), earlier.reply)
  }
  const caller = callerOf(request, reply, { cookies: options.cookies, session, key })
  const work = () => useCase(input, caller)
  const takesConnection = session && !session.watched
  const working = takesConnection ? eightOfEach(session.player, work) : work()
  const result = await working.catch((error: unknown) => {
    if (error instanceof SessionUnseen) return null
    throw error
  })
  if (result === null || session?.watched?.isLive === false) return 'unseen'
  if (session?.watched) options.watchSession?.seen(session)
  if (!result.ok) return refused(result)

  reply.header('cache-control', 'no-store')
  if (spec.call.kind === 'file') return sendFile(reply, result.answer as FileAnswer)
  const text = encodeAnswer(spec, result.answer, result.message)
  if (keepsReply) await options.keptReplies.keep(session.player, key, text)
  return sendJson(reply, text)
}

/** Counts a request towards its limits, and refuses it where its sender may not make its call. */
async function refuseSender(
  session: Session | null,
  { route: { spec, limit }, input, isCounted, request, options }: Asked,
  key: IdempotencyKey | null,
): Promise<Refusal | null> {
  const flood = isCounted ? null : await refuseFlood(session, request, options)
  if (flood) return flood
  if (spec.session === 'required' && !session) return refuse('noSession')
  if (spec.own && Reflect.get(input, 'player') !== session?.player) return refuse('forbidden')
  if (!session) return null
  if (spec.confirmed && session.confirmedUntil === null)
    return options.refuseUnconfirmed(session, spec, key)
  await options.seenFrom(session.player, request.ip)
  const retryAfterMs = limit ? await limit.take(String(session.player)) : null
  return retryAfterMs === null ? null : refuse('tooMany', { retryAfterMs })
}

function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, ...known }: { readonly cookies: Cookies } & Pick<Caller, 'session' | 'key'>,
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

/**
 * The text of an answer. What the answer's codec doesn't list is dropped here: the second barrier
 * before anything hidden.
 */
function encodeAnswer({ call }: CallSpec, answer: object, message: string): string {
  const fields = Object(call.answer?.encode(answer))
  return JSON.stringify(encodeEnvelope(call, { isDone: true, message }, fields))
}

const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(text)

/** Sends a file as fast as it is read, and no faster. */
const sendFile = (reply: FastifyReply, { name, type, content }: FileAnswer): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content))
