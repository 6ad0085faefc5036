import type { FastifyRequest } from 'fastify'

/**
 * True for a write that another site makes the browser send (CSRF). Browsers say so in
 * `Sec-Fetch-Site`. Older ones send `Origin`, which must be the public origin or the host of the
 * request (a machine has several names, such as localhost and 127.0.0.1). A request with neither
 * header comes from no browser's page, so it carries no other person's cookie.
 */
export function isCrossSiteWrite(request: FastifyRequest, publicOrigin: string): boolean {
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
