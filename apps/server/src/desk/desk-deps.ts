import type { Duty } from '@pipkin/contract/desk'
import type { DeskAnswer, DeskCallName, DeskInput, DeskRefusal } from '@pipkin/contract/desk/rules'
import type { Database, Queryable } from '../platform/database/database.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import type { FactorKeys } from '../players/factors/factor-keys.ts'
import type { WebAuthn } from '../players/factors/webauthn.ts'

export interface DeskDeps {
  /** A login that is only in the role pipkin_operator. */
  readonly database: Database
  readonly surroundings: Surroundings
  /** Encrypts the operators' secrets, with keys of their own. */
  readonly factorKeys: FactorKeys
  /** Proves to the database that a factor was right: the login alone opens no session. */
  readonly proofKey: Buffer
  /** For passkeys of the back office's own address. */
  readonly webauthn: WebAuthn
  /** The back office's own address. */
  readonly publicUrl: URL
  /** The players' site, which shows rounds as they went; null where it isn't known. */
  readonly playersUrl: URL | null
}

/** What a use case needs that only reads, also within a database transaction. */
export interface DeskReadDeps {
  readonly database: Queryable
}

/** An operator's session, as the database finds it. */
export interface DeskSession {
  readonly operator: number
  readonly name: string
  readonly email: string
  readonly role: string
  readonly duties: readonly Duty[]
  /** False until a factor was given. */
  readonly whole: boolean
  readonly tokenHash: Buffer
}

/** Who calls, as far as the request shows. */
export interface DeskCaller {
  readonly session: DeskSession | null
  /** The token of a browser that has asked to log in by a passkey. */
  readonly passkeyBrowser: Buffer | null
  openSession(token: Buffer): void
  keepPasskeyBrowser(token: Buffer): void
  closeSession(): void
}

/** The session that the contract asks for; `serveDeskCalls` lets no call through without it. */
export function sessionOf({ session }: DeskCaller): DeskSession {
  if (!session) throw new Error('a call without the session that it needs')
  return session
}

/** What a use case gives back: the answer with a sentence, or why it isn't done. */
export type DeskResult<N extends DeskCallName> =
  | { readonly ok: true; readonly answer: DeskAnswer<N>; readonly message: string }
  | DeskRefused
export interface DeskRefused {
  readonly ok: false
  readonly code: DeskRefusal
  /** A sentence that says more than the refusal's own. */
  readonly why?: string
}

/** A use case for each call. A call without one doesn't compile. */
export type DeskHandlers = {
  readonly [N in DeskCallName]: (input: DeskInput<N>, caller: DeskCaller) => Promise<DeskResult<N>>
}

/** The result of a call that did what it was asked. */
export const done = <N extends DeskCallName>(
  answer: DeskAnswer<N>,
  message = 'Success',
): DeskResult<N> => ({ ok: true, answer, message })

/** `why`: a sentence in place of the refusal's own. */
export const refuse = (code: DeskRefusal, why?: string): DeskRefused => ({
  ok: false,
  code,
  ...(why !== undefined && { why }),
})
