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
  void server.route<{ Params: { name: string } }>({
    method: 'GET',
    url: path,
    // A HEAD would make the whole document and drop it.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const content = await open(request.params.name)
      if (!content) return reply.callNotFound()
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(Readable.from(content))
    },
  })
