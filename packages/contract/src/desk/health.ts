import type { Call } from '../call.ts'
import {
  data,
  integer,
  list,
  nullable,
  number,
  object,
  text,
  time,
  type Value,
  word,
} from '../wire.ts'
import { get } from './parts.ts'

/** The house's health: samples that API and worker store each minute. Ages are in seconds. */

const watched = {
  /** The waiting time of the oldest one. */
  payoutAge: nullable(integer),
  reviewAge: nullable(integer),
  depositAge: nullable(integer),
  mailAge: nullable(integer),
  mails: nullable(integer),
  figuresLag: nullable(integer),
  logLag: nullable(integer),
  head: nullable(integer),
  unscanned: nullable(integer),
  databaseMb: nullable(number),
  connections: nullable(integer),
  auditAge: nullable(integer),
  auditFindings: nullable(integer),
} as const

const sample = object({
  start: time,
  /** Counts a minute, on average over the step. */
  requests: number,
  refused: number,
  failed: number,
  bets: nullable(number),
  /** In milliseconds; null without an answer. */
  p50: nullable(number),
  p95: nullable(number),
  p99: nullable(number),
  ...watched,
})
export type HealthSample = Value<typeof sample>

export const healthSpans = ['hour', 'day', 'month'] as const

const health = object({
  now: object({
    ...watched,
    /** When the worker last looked. */
    sampledAt: nullable(time),
    /** In a house that was never audited: the seconds until it should be. */
    firstAuditIn: nullable(integer),
  }),
  alarms: list(
    object({
      alarm: text,
      says: text,
      /** What to do, and where it is written. */
      toDo: text,
      runbook: text,
    }),
  ),
  /** Newest first: by the minute, by ten minutes, or by six hours. */
  samples: list(sample),
})
export type Health = Value<typeof health>
export const readHealth = {
  ...get('readHealth'),
  query: object({ span: word(...healthSpans) }),
  answer: data(health),
} as const satisfies Call
