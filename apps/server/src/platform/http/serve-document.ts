import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Serves JSON that never changes, piece by piece, under a path with one `:name`. `open` answers
 * null where there is none by that name.
 */
export const serveDocument = (
  server: FastifyInstance,
  path: `/${string}/:name${string}`,
  open: (name: string) => Promise<AsyncIterable<string> | null>,
): void =>
  void server.get<{ Params: { name: string } }>(path, async ({ method, params }, reply) => {
    const content = await open(params.name)
    if (!content) return reply.callNotFound()
    // For HEAD, the whole document would be made and dropped.
    const sent = method === 'HEAD' ? [] : content
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Readable.from(sent))
  })
