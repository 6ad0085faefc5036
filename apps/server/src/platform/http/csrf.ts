import type { FastifyRequest } from 'fastify'

/**
 * True for a write that another site makes the browser send. `Sec-Fetch-Site` is the browser's own
 * word; older browsers send `Origin`, which must be ours: the public one, or the host that was
 * asked (one machine goes by several names, such as localhost and 127.0.0.1). A request with
 * neither doesn't come from a browser's page and carries no one else's cookie.
 */
export function isForeignWrite(request: FastifyRequest, publicOrigin: string): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = request.headers
  return (
    origin !== undefined &&
    origin !== publicOrigin &&
    origin !== `${new URL(publicOrigin).protocol}//${request.host}`
  )
}
