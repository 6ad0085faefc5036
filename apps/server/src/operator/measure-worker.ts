import { hundredths, moneyToWire } from '@pipkin/money'
import { type Database, sql } from '../platform/database/database.ts'
import type { Metrics, Sample } from '../platform/metrics/metrics.ts'

const queues = sql`
  select 'operations' as queue, kind::text, state::text, count(*)::int as length,
         coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as oldest
  from cashier.operations where state in ('requested', 'signed', 'mined', 'review') group by kind, state
  union all
  select 'rewards', 'friend', 'waiting', count(*)::int,
         coalesce(extract(epoch from clock_timestamp() - min(signed_at)), 0)::float8
  from (select signed_in_at as signed_at from referral.friends where rewarded_at is null) waiting
  union all
  select 'rounds', 'round', 'left', count(*)::int,
         coalesce(extract(epoch from clock_timestamp() - min(moved_at)), 0)::float8
  from ledger.rounds where settled_at is null and placed_at < now() - interval '7 days'
    and moved_at < now() - interval '7 days'
  union all
  select 'figures', 'movement', 'uncounted', 1, extract(epoch from clock_timestamp() - upto)::float8 from activity.counted`

// One 1/100 fkr is 10^16 of the token's units.
const house = sql`select div(balance, 1e16)::bigint as balance, (head - scanned_block)::int as behind from cashier.house`

const lastAudit = sql`
  select findings, extract(epoch from clock_timestamp() - at)::float8 as age from operator.audits order by at desc limit 1`

interface QueueRow {
  readonly queue: string
  readonly kind: string
  readonly state: string
  readonly length: number
  readonly oldest: number
}

/**
 * What only the database knows and a person should watch: what waits and for how long, the hot
 * wallet, the last audit.
 */
export function measureWorker(metrics: Metrics, database: Database): void {
  const queueSamples = async (value: (row: QueueRow) => number): Promise<Sample[]> =>
    (await database.rows<QueueRow>(queues)).map((row) => ({
      labels: { queue: row.queue, kind: row.kind, state: row.state },
      value: value(row),
    }))
  metrics.gauge('pipkin_queue_length', 'How many wait, by queue and state', () =>
    queueSamples((row) => row.length),
  )
  metrics.gauge('pipkin_queue_oldest_seconds', 'How long the oldest has waited', () =>
    queueSamples((row) => row.oldest),
  )

  const houses = () => database.rows<{ balance: bigint; behind: number }>(house)
  metrics.gauge(
    'pipkin_hot_wallet_fkr',
    'Tokens of the house on the chain, as far as it was scanned',
    async () =>
      (await houses()).map((row) => ({ labels: {}, value: moneyToWire(hundredths(row.balance)) })),
  )
  metrics.gauge(
    'pipkin_chain_unscanned_blocks',
    'Blocks between the head and what was scanned',
    async () => (await houses()).map((row) => ({ labels: {}, value: row.behind })),
  )

  const audits = () => database.rows<{ findings: number; age: number }>(lastAudit)
  metrics.gauge('pipkin_audit_findings', 'What the last audit found wrong: 0 is well', async () =>
    (await audits()).map((row) => ({ labels: {}, value: row.findings })),
  )
  metrics.gauge('pipkin_audit_age_seconds', 'How long ago the last audit ended', async () =>
    (await audits()).map((row) => ({ labels: {}, value: row.age })),
  )
}
