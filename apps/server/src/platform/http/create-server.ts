import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import { encodeRefusal, type RefusalCode, refusalMessage, refusals } from '@pipkin/contract'
import { type CallSpec, callNames, contract } from '@pipkin/contract/schemas'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { databaseFailure } from '../database/database-failure.ts'
import { TooBusy } from '../limits/queue.ts'
import type { Log } from '../process/log.ts'
import { OutsideFailure } from '../process/outside-failure.ts'
import { type Refusal, refuse } from './answer.ts'
import { SessionEnded } from './call.ts'
import { isCrossSiteWrite } from './csrf.ts'
import { keepStreamsAlone } from './event-stream.ts'
import { logSecurity } from './log-security.ts'
import { measureRequests } from './measure-requests.ts'

export interface ServerOptions {
  readonly log: Log
  readonly metrics: Registry
  /** The origin that the browser sees: writes from another are refused. */
  readonly publicOrigin: string
  /** The proxies whose `X-Forwarded-For` counts; false trusts none. */
  readonly trustProxy: string | false
}

/** An HTTP server with every time bounded; the calls are registered on it. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
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
    clientErrorHandler: answerNoRequest,
    // `closeConnectionsAtTheEnd` refuses in our words.
    return503OnClosing: false,
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

/** Answers bytes that are no request of HTTP, which reach no route, and ends their connection. */
function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writable) {
    const [status, code] = refusalOfParser[error.code ?? ''] ?? ([400, 'malformed'] as const)
    const body = JSON.stringify(encodeRefusal({}, code, refusalMessage(code)))
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n` +
        body,
    )
  }
  socket.destroy(error)
}

const refusalOfParser: Readonly<Record<string, readonly [status: number, code: RefusalCode]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'malformed'],
  HPE_HEADER_OVERFLOW: [431, 'tooLarge'],
}

/**
 * A connection whose answer begins or ends while the server closes isn't kept: it would keep the
 * process for as long as it is idle. What it asks from then on is for another process to answer.
 */
function closeConnectionsAtTheEnd(server: FastifyInstance): void {
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
  })
  server.addHook('onRequest', async (request, reply) => {
    if (closing) return sendRefusal(reply, refuse('unavailable'), request.url)
  })
  server.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  server.addHook('onResponse', async () => {
    if (closing) setImmediate(() => server.server.closeIdleConnections())
  })
}

/** Answers with a refusal; without `spec`, in the words of the call that `url` names. */
export function sendRefusal(
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
  if (error instanceof SessionEnded) return refuse('noSession')
  if (error instanceof TooBusy) return refuse('tooMany', { retryAfterMs: 1_000 })
  request.log.error({ ...about, path: request.routeOptions.url }, 'a request failed by a bug')
  return refuse('internal')
}
