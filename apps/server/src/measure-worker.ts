import { hundredths, moneyToNumber } from '@pipkin/money'
import type { Registry } from 'prom-client'
import { type Database, sql } from './platform/database/database.ts'
import { measure, type Sample } from './platform/metrics/metrics.ts'

const queues = sql`
  select 'operations' as queue, kind::text, state::text, count(*)::int as length,
         coalesce(extract(epoch from clock_timestamp() - min(
           case when state = 'review' then at else coalesce(released_at, at) end)), 0)::float8
           as oldest
  from cashier.operations where state in ('requested', 'signed', 'mined', 'review')
  group by kind, state
  union all
  select 'rewards', 'friend', 'waiting', count(*)::int,
         coalesce(extract(epoch from clock_timestamp() - min(signed_in_at)), 0)::float8
  from referral.friends where rewarded_at is null
  union all
  select 'figures', 'movement', 'uncounted', 1, extract(epoch from clock_timestamp() - upto)::float8
  from activity.counted
  union all
  select 'log', 'entry', 'unpublished', (s.size - coalesce(p.size, 0))::int,
         extract(epoch from clock_timestamp() - log.published_upto())::float8
  from log.state s left join log.published p using (singleton)`

// Apart from the others, which a cluster can read while one of its nodes is down.
const leftRounds = sql`
  select 'rounds' as queue, 'round' as kind, 'left' as state, count(*)::int as length,
         coalesce(extract(epoch from clock_timestamp() - min(moved_at)), 0)::float8 as oldest
  from ledger.rounds where settled_at is null and placed_at < now() - interval '7 days'
    and moved_at < now() - interval '7 days'`

// One 1/100 fkr is 10^16 of the token's units.
const house = sql`
  select div(balance, 1e16)::bigint as balance, (head - scanned_block)::int as behind
  from cashier.house`

// Until there is one its age counts from the database's beginning: its absence must be noticed too.
const lastAudit = sql`
  select a.findings,
    extract(epoch from clock_timestamp() - coalesce(a.at, g.began_at))::float8 as age
  from (select min(began_at) as began_at from ledger.generations) g
  left join (select at, findings from operator.audits order by at desc limit 1) a on true`

interface QueueRow {
  readonly queue: string
  readonly kind: string
  readonly state: string
  readonly length: number
  readonly oldest: number
}

/**
 * Adds what only the database knows and an operator should watch: queues and how long their oldest
 * entry waits, the hot wallet, the last audit.
 */
export function measureWorker(registry: Registry, database: Database): void {
  const labels = ['queue', 'kind', 'state']
  const samplesOf = async (value: (row: QueueRow) => number): Promise<Sample[]> => {
    const rows = await Promise.all([
      database.rows<QueueRow>(queues),
      database.rows<QueueRow>(leftRounds).catch(() => []),
    ])
    return rows.flat().map((row) => ({
      labels: { queue: row.queue, kind: row.kind, state: row.state },
      value: value(row),
    }))
  }
  measure(
    registry,
    { name: 'pipkin_queue_length', help: 'Entries that wait, by queue and state', labels },
    () => samplesOf((row) => row.length),
  )
  measure(
    registry,
    { name: 'pipkin_queue_oldest_seconds', help: 'How long the oldest entry has waited', labels },
    () => samplesOf((row) => row.oldest),
  )

  const houses = () => database.rows<{ balance: bigint; behind: number }>(house)
  measure(
    registry,
    {
      name: 'pipkin_hot_wallet_fkr',
      help: "The house's tokens on the chain, up to the block that was scanned",
    },
    async () =>
      (await houses()).map((row) => ({
        labels: {},
        value: moneyToNumber(hundredths(row.balance)),
      })),
  )
  measure(
    registry,
    {
      name: 'pipkin_chain_unscanned_blocks',
      help: 'Blocks between the last scanned one and the head',
    },
    async () => (await houses()).map((row) => ({ labels: {}, value: row.behind })),
  )

  const audits = () => database.rows<{ findings: number | null; age: number }>(lastAudit)
  measure(
    registry,
    { name: 'pipkin_audit_findings', help: 'Findings of the last audit: 0 is good' },
    async () =>
      (await audits()).flatMap(({ findings }) =>
        findings === null ? [] : [{ labels: {}, value: findings }],
      ),
  )
  measure(
    registry,
    { name: 'pipkin_audit_age_seconds', help: 'How long ago the last audit ended' },
    async () => (await audits()).map((row) => ({ labels: {}, value: row.age })),
  )
}
