import type { Call } from '../call.ts'
import { boolean, data, integer, list, nullable, object, text, time, type Value } from '../wire.ts'
import { acted, get, pageOf, post } from './parts.ts'

/** Audits: requests for them, their progress, and what they checked and found. */

export const runAudit = {
  ...post('runAudit'),
  /** `full` replays every round. */
  body: object({ full: boolean, reason: text }),
  answer: acted,
} as const satisfies Call

const asked = object({
  askedAt: time,
  askedBy: text,
  full: boolean,
  /** Seconds since the worker's last sign of life; null until it begins. */
  seenAgo: nullable(integer),
  /** The checks that are done, their total number, and the present one. */
  checked: integer,
  checks: nullable(integer),
  checking: nullable(text),
  endedAt: nullable(time),
  /** The finished audit; null before, and if it broke off. */
  audit: nullable(text),
})
export type AskedAudit = Value<typeof asked>
/** Reads the last request for an audit. */
export const readAskedAudit = {
  ...get('readAskedAudit'),
  answer: data(nullable(asked)),
} as const satisfies Call

const audit = object({
  audit: text,
  at: time,
  /** Null if a command ran it. */
  askedBy: nullable(text),
  full: nullable(boolean),
  replayed: integer,
  findings: integer,
})
export type Audit = Value<typeof audit>
export const listAudits = pageOf('listAudits', { audits: list(audit) }, {})

const check = object({
  invariant: integer,
  says: text,
  checked: integer,
  wrong: integer,
  /** The first findings. */
  found: list(text),
})
export type AuditCheck = Value<typeof check>
export const readAudit = {
  ...get('readAudit'),
  query: object({ audit: text }),
  answer: data(object({ at: time, checks: list(check) })),
} as const satisfies Call
