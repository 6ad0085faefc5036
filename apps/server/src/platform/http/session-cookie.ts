import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The cookies that carry tokens: 32 random bytes each, of which the server keeps only a hash.
 * `__Host-` binds a cookie to this host and to https; the local default uses http, without it.
 */
export interface Cookies {
  read(request: FastifyRequest, kind: CookieKind): Buffer | null
  set(reply: FastifyReply, kind: CookieKind, token: Buffer, maxAgeSeconds: number): void
  clear(reply: FastifyReply, kind: CookieKind): void
}

/** `session` is a player's; `presession` is a browser's before it signs up. */
export type CookieKind = 'session' | 'presession'

export const tokenHash = (token: Buffer): Buffer => hash('sha256', token, 'buffer')

export function createCookies(secure: boolean): Cookies {
  const names = secure
    ? { session: '__Host-sid', presession: '__Host-pre' }
    : { session: 'sid', presession: 'pre' }
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    read(request, kind) {
      const value = request.cookies[names[kind]]
      if (value === undefined || !/^[0-9a-f]{64}$/.test(value)) return null
      return Buffer.from(value, 'hex')
    },
    set: (reply, kind, token, maxAge) =>
      void reply.setCookie(names[kind], token.toString('hex'), { ...attributes, maxAge }),
    clear: (reply, kind) => void reply.clearCookie(names[kind], attributes),
  }
}
