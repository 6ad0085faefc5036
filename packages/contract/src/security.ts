import type { Answer, Call } from './call.ts'
import {
  boolean,
  data,
  integer,
  list,
  money,
  nullable,
  object,
  optional,
  text,
  time,
  word,
} from './wire.ts'

/** What happened to an account that its owner must know: it comes by mail and in Notifications. */
export const securityEvent = word(
  'newDevice',
  'walletLinked',
  'walletUnlinked',
  'accountsJoined',
  'withdrawalRequested',
  'withdrawalPaid',
  'largeSend',
  'passwordChanged',
  'passwordReset',
  'resetRequested',
  'emailChanged',
  'totpAdded',
  'totpRemoved',
  'recoveryCodeUsed',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyCounterBack',
  'factorMissing',
  'frozen',
)

/** The factors, the sessions and the recent events of the account, and what holds its money. */
export const readSecurity = {
  name: 'readSecurity',
  method: 'GET',
  path: 'security',
  answer: data(
    object({
      passkeys: list(object({ id: text, name: text, createdAt: time, lastUsedAt: nullable(time) })),
      totp: boolean,
      /** How many are left. */
      recoveryCodes: integer,
      sessions: list(
        object({
          id: text,
          /** Browser and system, in words. */
          device: text,
          /** The network of the log-in without its last part. No place: we don't know any. */
          network: text,
          createdAt: time,
          lastSeenAt: time,
          current: boolean,
        }),
      ),
      /** The newest, at most 20. */
      events: list(object({ at: time, kind: securityEvent, device: text })),
      /** Until when this session is confirmed. */
      confirmedUntil: nullable(time),
      holds: list(
        object({
          what: word('withdraw', 'send'),
          until: time,
          why: text,
          /** The amount that waits; left out, all of it does. */
          amount: optional(money),
        }),
      ),
    }),
  ),
} as const satisfies Call
export type Security = Answer<typeof readSecurity>
export type SecurityEvent = Security['events'][number]['kind']

/** Ends another of the player's sessions, or this one. */
export const endSession = {
  name: 'endSession',
  method: 'POST',
  path: 'endSession',
  body: object({ id: text }),
} as const satisfies Call

export const endOtherSessions = {
  name: 'endOtherSessions',
  method: 'POST',
  path: 'endOtherSessions',
} as const satisfies Call

/** "This wasn't me": no bets and no money out, and no session, until the owner resets. */
export const freezeAccount = {
  name: 'freezeAccount',
  method: 'POST',
  path: 'freezeAccount',
  body: object({ token: text }),
} as const satisfies Call

export const closeAccount = {
  name: 'closeAccount',
  method: 'POST',
  path: 'closeAccount',
} as const satisfies Call

/** All that is kept about the player, as a JSON file. */
export const exportAccount = {
  name: 'exportAccount',
  method: 'GET',
  path: 'exportAccount',
  kind: 'file',
} as const satisfies Call
