import type { DeskInput } from '@pipkin/contract/desk/rules'
import { one, sql } from '../../platform/database/database.ts'
import { requestBounds } from '../../platform/http/measure-requests.ts'
import { type DeskReadDeps, type DeskResult, done } from '../desk-deps.ts'
import { alarmsOf } from './alarms.ts'

/** Steps of a span: an hour's is a minute, a day's ten, a month's six hours. */
const spans = {
  hour: { unit: 'minute', since: '1 hour', step: '1 minute' },
  day: { unit: 'minute', since: '1 day', step: '10 minutes' },
  month: { unit: 'hour', since: '30 days', step: '6 hours' },
} as const

const samples = sql`
  select * from desk.list_samples($1, now() - $2::interval, $3::interval)`
const now = sql`select * from desk.health_now()`

interface Watched {
  readonly payout_age: number | null
  readonly review_age: number | null
  readonly deposit_age: number | null
  readonly mail_age: number | null
  readonly mails: number | null
  readonly figures_lag: number | null
  readonly log_lag: number | null
  readonly head: bigint | null
  readonly unscanned: number | null
  readonly database_bytes: bigint | null
  readonly connections: number | null
  readonly audit_age: number | null
  readonly audit_findings: number | null
}
interface NowRow extends Watched {
  readonly sampled_at: Date | null
  readonly sampled_ago: number
  readonly first_audit_in: number | null
}
interface SampleRow extends Watched {
  readonly start: Date
  readonly minutes: number
  readonly requests: bigint
  readonly refused: bigint
  readonly failed: bigint
  readonly took: readonly bigint[]
  readonly bets: bigint | null
}

/** How the house is doing at this moment, what is wrong, and how it was. */
export async function readHealth(
  { database }: DeskReadDeps,
  { span }: DeskInput<'readHealth'>,
): Promise<DeskResult<'readHealth'>> {
  const { unit, since, step } = spans[span]
  const [seen, rows] = await Promise.all([
    one(database.rows<NowRow>(now)),
    database.rows<SampleRow>(samples, [unit, since, step]),
  ])
  const state = {
    ...watchedOf(seen),
    sampledAt: seen.sampled_at,
    firstAuditIn: seen.first_audit_in,
  }
  return done<'readHealth'>({
    now: state,
    alarms: alarmsOf(state, seen.sampled_ago),
    samples: rows.map((row) => {
      const took = row.took.map(Number)
      const aMinute = (count: bigint) => tenth(Number(count) / row.minutes)
      return {
        start: row.start,
        requests: aMinute(row.requests),
        refused: aMinute(row.refused),
        failed: aMinute(row.failed),
        bets: row.bets === null ? null : aMinute(row.bets),
        p50: quantileMs(took, 0.5),
        p95: quantileMs(took, 0.95),
        p99: quantileMs(took, 0.99),
        ...watchedOf(row),
      }
    }),
  })
}

const watchedOf = (row: Watched) => ({
  payoutAge: row.payout_age,
  reviewAge: row.review_age,
  depositAge: row.deposit_age,
  mailAge: row.mail_age,
  mails: row.mails,
  figuresLag: row.figures_lag,
  logLag: row.log_lag,
  head: row.head === null ? null : Number(row.head),
  unscanned: row.unscanned,
  databaseMb: row.database_bytes === null ? null : tenth(Number(row.database_bytes) / 1_048_576),
  connections: row.connections,
  auditAge: row.audit_age,
  auditFindings: row.audit_findings,
})

const tenth = (figure: number): number => Math.round(figure * 10) / 10

/**
 * The time in milliseconds below which a share of the answers stayed. Within a bound the answers
 * count as evenly spread, beyond the last one as at it. Null without an answer.
 */
function quantileMs(took: readonly number[], share: number): number | null {
  const all = took.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let below = 0
  for (const [nth, count] of took.entries()) {
    const upper = requestBounds[nth]
    const lower = requestBounds[nth - 1] ?? 0
    if (upper === undefined) return lower * 1_000
    if (below + count >= share * all)
      return tenth((lower + ((share * all - below) / count) * (upper - lower)) * 1_000)
    below += count
  }
  return null
}
