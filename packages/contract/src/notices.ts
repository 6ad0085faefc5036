import type { Answer, Call } from './call.ts'
import { boolean, integer, list, object, optional, text, time, type Value, word } from './wire.ts'

/** What happened to the account, newest first. */
export const listNotices = {
  name: 'listNotices',
  method: 'GET',
  path: 'notifications',
  query: object({
    player: ['User_Id', integer],
    cursor: optional(text),
    limit: optional(integer),
  }),
  answer: object({
    notices: [
      'Data',
      list(
        object({
          id: ['Id', text],
          /** What it is about. */
          kind: word(
            'deposit',
            'depositFailed',
            'withdrawal',
            'refund',
            'received',
            'reward',
            'unlocked',
            'bonus',
            'adjustment',
            'password',
            'security',
            'limit',
            'support',
            'house',
          ),
          /** The title of a notice by the house; the others have theirs by their kind. */
          title: optional(text),
          text,
          at: ['DateTime', time],
          isRead: ['read', boolean],
          /** The screen that shows more; a notice by the house has none. */
          link: optional(text),
        }),
      ),
    ],
    /** Counted up to 100. */
    unread: ['Unread', integer],
    next: ['Next', optional(text)],
  }),
} as const satisfies Call
export type Notice = Answer<typeof listNotices>['notices'][number]

export const markNoticesRead = {
  name: 'markNoticesRead',
  method: 'POST',
  path: 'readNotifications',
  body: object({ player: ['User_Id', integer] }),
} as const satisfies Call

/**
 * Server-sent events: `balance`, `deposit`, `withdrawal`, `received`, `notice`. Hints to read
 * again, never data; see `hintCause`.
 */
export const followEvents = {
  name: 'followEvents',
  method: 'GET',
  path: 'events',
  kind: 'events',
} as const satisfies Call

/**
 * The data of an event: the rounds (by transaction id) whose bets and ends alone caused it, empty
 * where something else did. A browser that has their answers needs no read for it.
 */
export const hintCause = object({
  placed: optional(list(text)),
  ended: optional(list(text)),
})
export type HintCause = Value<typeof hintCause>
