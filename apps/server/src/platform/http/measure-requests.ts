import type { RefusalCode } from '@pipkin/contract'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { callOf } from './call-of.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** What the request was refused for, if it was. */
    refusal: RefusalCode | null
  }
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Counts requests and refusals and measures how long they take, by the call's name. Register it
 * before the routes.
 */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  const seconds = metrics.histogram(
    'pipkin_request_seconds',
    'Requests, by call and status',
    bounds,
  )
  const refusals = metrics.counter(
    'pipkin_refusals_total',
    'Requests that were refused, by call and why',
  )
  server.addHook('onResponse', async (request, reply) => {
    const call = callOf(request) ?? 'other'
    seconds({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    if (reply.refusal) refusals({ call, refusal: reply.refusal })
  })
}
