import type { CallName, Contract, InputOf, PlayerId } from '@pipkin/contract/schemas'
import type { Result } from './answer.ts'
import type { CookieKind } from './cookies.ts'

/** Who is calling, as far as the request shows. */
export interface Caller {
  /** The session's player. Where the contract asks for a session there is one. */
  readonly session: Session | null
  /** The hash of the pre-session's token: this browser, before it has an account. */
  readonly presession: Buffer | null
  /** The token of this browser's device cookie. */
  readonly device: Buffer | null
  /** The hash of the token of a log-in that waits for its second factor. */
  readonly secondStep: Buffer | null
  /** The token of a browser that has asked to log in by a passkey. */
  readonly passkeyBrowser: Buffer | null
  /** The client's address, behind the trusted proxies. */
  readonly ip: string
  /** What the browser calls itself: any text of any length. */
  readonly userAgent: string
  readonly key: IdempotencyKey | null
  setCookie(kind: CookieKind, token: Buffer, maxAgeSeconds: number): void
  clearCookie(kind: CookieKind): void
}

export interface Session {
  /** Stays the same while its tokens change; it can't be used as a token. */
  readonly id: string
  readonly player: PlayerId
  /** The hash of the token that the request showed. */
  readonly tokenHash: Buffer
  /**
   * Until when the request may do what asks for a confirmation, by the database's time; null where
   * it is over, and where the request showed an old token.
   */
  readonly confirmedUntil: Date | null
  /** The hash of its newest token, where the request showed an old one. */
  readonly newestHash?: Buffer
  /** Set where a call looks at its session itself. */
  readonly watched?: Watched
}

/**
 * A session that was alive when this process looked last. What a call changes for it, it changes
 * in one statement with a look at the session, which says here that it lives. No other answer is
 * given, unless the request itself has looked it up.
 */
interface Watched {
  isLive: boolean
}

/** A watched session is over, or has another token; its request made no change. */
export class SessionUnseen extends Error {}

/** A session has ended while what it asked for was read. */
export class SessionEnded extends Error {}

/**
 * The player's own key with a hash of the call and its input: the same key with another input is
 * refused.
 */
export interface IdempotencyKey {
  readonly key: string
  readonly inputHash: Buffer
}

/** A caller with a session. */
export interface PlayerCaller extends Caller {
  readonly session: Session
}

type CallerOf<N extends CallName> = N extends SessionCalls ? PlayerCaller : Caller
type SessionCalls = {
  [N in CallName]: Contract[N]['session'] extends 'required' ? N : never
}[CallName]

/** Every call with an answer; a stream has none. */
export type HandledCall = Exclude<CallName, 'followEvents'>

/** The use cases behind the calls of one capability. */
export type Handlers<N extends HandledCall> = {
  readonly [K in N]: (input: InputOf<K>, caller: CallerOf<K>) => Promise<Result<K>>
}
