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

/** Every cookie, by its name in the browser. */
const names = {
  /** A player's session. */
  session: 'sid',
  /** A browser's before it signs up. */
  presession: 'pre',
  /** Stays with a browser, for each player who logs in there. */
  device: 'dev',
  /** A log-in that waits for its second factor. */
  secondStep: 'step',
  /** A browser that has asked to log in by a passkey. */
  passkeyBrowser: 'key',
  /** An operator's session, in the back office. */
  desk: 'desk',
} as const

export type CookieKind = keyof typeof names

/** What the server keeps of a token. */
export const tokenHash = (token: Buffer): Buffer => hash('sha256', token, 'buffer')

/** `secure`: over https alone. */
export function createCookies(secure: boolean, sameSite: 'lax' | 'strict' = 'lax'): Cookies {
  const nameOf = (kind: CookieKind) => `${secure ? '__Host-' : ''}${names[kind]}`
  const attributes = { path: '/', httpOnly: true, sameSite, secure } as const
  return {
    read(request, kind) {
      const value = request.cookies[nameOf(kind)]
      if (value === undefined || !/^[0-9a-f]{64}$/.test(value)) return null
      return Buffer.from(value, 'hex')
    },
    set: (reply, kind, token, maxAge) =>
      void reply.setCookie(nameOf(kind), token.toString('hex'), { ...attributes, maxAge }),
    clear: (reply, kind) => void reply.clearCookie(nameOf(kind), attributes),
  }
}
