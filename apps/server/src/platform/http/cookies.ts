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

/**
 * `session` is a player's; `presession` is a browser's before it signs up; `device` stays with a
 * browser, for each player who logs in there; `secondStep` is a log-in's that waits for its second
 * factor; `passkeyBrowser` is a browser's that has asked to log in by a passkey; `desk` is an
 * operator's session.
 */
export type CookieKind =
  | 'session'
  | 'presession'
  | 'device'
  | 'secondStep'
  | 'passkeyBrowser'
  | 'desk'

const names: Readonly<Record<CookieKind, string>> = {
  session: 'sid',
  presession: 'pre',
  device: 'dev',
  secondStep: 'step',
  passkeyBrowser: 'key',
  desk: 'desk',
}

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
