import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the page that `print` makes for each id below a path, such as `/rounds`. A browser keeps
 * it until `print` makes another one.
 */
export function servePage(
  server: FastifyInstance,
  path: string,
  print: (id: string, ip: string) => Promise<string>,
): void {
  server.get<{ Params: { id: string } }>(`${path}/:id`, async ({ params, ip, headers }, reply) => {
    const page = await print(params.id, ip)
    const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
