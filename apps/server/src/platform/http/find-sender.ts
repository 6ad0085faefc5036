import { againHeader } from '@pipkin/contract'
import type { CallName } from '@pipkin/contract/schemas'
import type { FastifyRequest } from 'fastify'
import type { RateLimit } from '../limits/limit.ts'
import { type Refusal, refuse } from './answer.ts'
import type { Session } from './call.ts'
import { networkOf } from './client-network.ts'
import { type Cookies, tokenHash } from './cookies.ts'

/** Who sent a request, and how many requests they may send. */
export interface SenderOptions {
  readonly cookies: Cookies
  /** Finds the session of a token, by its hash, and notes that it was seen. */
  findSession(tokenHash: Buffer): Promise<Session | null>
  /** Finds it too, but doesn't keep it alive: for a stream, and what a screen reads by itself. */
  peekSession(tokenHash: Buffer): Promise<Session | null>
  /** For the calls that look at their session themselves. */
  readonly watchSession?: {
    readonly calls: ReadonlySet<CallName>
    /** The session of a token, from memory. */
    recall(tokenHash: Buffer): Session | null
    /** A session that was just looked up: it may end before its call is made. */
    watch(session: Session): Session
    /** Takes each remembered session whose call has seen it alive. */
    seen(session: Session): void
  }
  /** How many requests may be sent, of all calls together. */
  readonly requestLimits: {
    /** A player's writes, and a player's reads. */
    readonly writes: RateLimit
    readonly reads: RateLimit
    /** The requests without a session from a network. */
    readonly visitors: RateLimit
  }
}

/** Looks up the session of a request. */
export async function findSessionOf(
  request: FastifyRequest,
  { cookies, findSession, peekSession }: SenderOptions,
): Promise<Session | null> {
  const token = cookies.read(request, 'session')
  const isByItself = request.method === 'GET' && request.headers[againHeader] !== undefined
  const look = isByItself ? peekSession : findSession
  const session = token && (await look(tokenHash(token)))
  request.player = session?.player ?? null
  return session
}

/** Looks up the session for a call, and has it watched where the call looks at it itself. */
export async function findSessionFor(
  name: CallName,
  request: FastifyRequest,
  options: SenderOptions,
): Promise<Session | null> {
  const found = await findSessionOf(request, options)
  return found && options.watchSession?.calls.has(name) ? options.watchSession.watch(found) : found
}

/** The session of a request from memory, for a call that looks at its session itself. */
export function recallSessionFor(
  name: CallName,
  request: FastifyRequest,
  { cookies, watchSession }: SenderOptions,
): Session | null {
  if (!watchSession?.calls.has(name)) return null
  const token = cookies.read(request, 'session')
  const session = token ? watchSession.recall(tokenHash(token)) : null
  request.player = session?.player ?? null
  return session
}

/**
 * Counts a request, refused or not, towards the limit of its player or network, and refuses one too
 * many.
 */
export async function refuseFlood(
  session: Session | null,
  request: FastifyRequest,
  { requestLimits }: SenderOptions,
): Promise<Refusal<'tooMany'> | null> {
  const retryAfterMs = await countRequest(session, request, requestLimits)
  return retryAfterMs === null ? null : refuse('tooMany', { retryAfterMs })
}

function countRequest(
  session: Session | null,
  request: FastifyRequest,
  { writes, reads, visitors }: SenderOptions['requestLimits'],
): Promise<number | null> {
  if (!session) return visitors.take(networkOf(request.ip))
  const limit = request.method === 'GET' ? reads : writes
  return limit.take(String(session.player))
}
