import type { FastifyInstance } from 'fastify'

/**
 * Serves WebP pictures under a path with one `:name`, as files that a browser runs no script of. A
 * picture never changes under its name, so browsers may keep it. A cache on the way may not: it
 * would outlive the account or the case. `open` answers null where there is none by that name.
 */
export const servePictures = (
  server: FastifyInstance,
  path: `/${string}/:name`,
  open: (name: string) => Promise<Buffer | null>,
): void =>
  void server.get<{ Params: { name: string } }>(path, async ({ params }, reply) => {
    const webp = await open(params.name)
    if (!webp) return reply.callNotFound()
    return reply
      .type('image/webp')
      .headers({
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(webp)
  })
