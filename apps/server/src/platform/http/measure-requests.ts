import type { RefusalCode } from '@pipkin/contract'
import { type CallName, callNames, contract } from '@pipkin/contract/schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

declare module 'fastify' {
  interface FastifyRequest {
    /** The call, once its input is read. */
    call: CallName | null
  }
  interface FastifyReply {
    /** Why the request was refused; null if it wasn't. */
    refusal: RefusalCode | null
  }
}

/** Upper bounds in seconds. */
export const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Counts requests and refusals and measures how long they take, by the call's name. Register it
 * before the routes.
 */
export function measureRequests(server: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'pipkin_request_seconds',
    help: 'Requests, by call and status',
    labelNames: ['call', 'status'],
    buckets: requestBounds,
    registers,
  })
  const refusals = new Counter({
    name: 'pipkin_refusals_total',
    help: 'Refused requests, by call and refusal',
    labelNames: ['call', 'refusal'],
    registers,
  })
  server.addHook('onResponse', async (request, reply) => {
    const call = callOf(request) ?? 'other'
    seconds.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    if (reply.refusal) refusals.inc({ call, refusal: reply.refusal })
  })
}

/** Until the input is read, the request counts for the first of the calls that share its path. */
const firstOfUrl = new Map<string, CallName>()
for (const name of callNames) {
  const url = `/api/${contract[name].call.path}`
  if (!firstOfUrl.has(url)) firstOfUrl.set(url, name)
}

/** The call that a request makes; undefined for what is served beside the calls. */
export const callOf = (request: FastifyRequest): CallName | undefined =>
  request.call ?? firstOfUrl.get(request.routeOptions.url ?? '')
