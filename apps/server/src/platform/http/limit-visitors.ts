import type { FastifyInstance } from 'fastify'
import type { RateLimit } from '../limits/limit.ts'
import { refuse } from './answer.ts'
import { networkOf } from './client-network.ts'
import { sendRefusal } from './create-server.ts'

/** Counts each request of this scope towards the limit of its network, and refuses those beyond. */
export const limitVisitors = (scope: FastifyInstance, limit: RateLimit): void =>
  void scope.addHook('onRequest', async ({ ip, url }, reply) => {
    const retryAfterMs = await limit.take(networkOf(ip))
    if (retryAfterMs !== null) return sendRefusal(reply, refuse('tooMany', { retryAfterMs }), url)
  })
