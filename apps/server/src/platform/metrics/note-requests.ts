import type { Registry } from 'prom-client'
import { type Database, sql } from '../database/database.ts'

/** What a process has answered since its start. */
interface Answered {
  readonly requests: number
  readonly refused: number
  readonly failed: number
  /** How many answers took up to each bound, and more than the last. */
  readonly took: readonly number[]
}

const nothing: Answered = { requests: 0, refused: 0, failed: 0, took: [] }

const note = sql`select health.note_requests($1, $2, $3, $4::bigint[])`

/**
 * Adds what this process has answered to the samples of the back office, as its metrics count it.
 * What couldn't be added is added the next time.
 */
export function requestNoter(database: Database, registry: Registry): () => Promise<void> {
  let noted = nothing
  return async () => {
    const now = await answered(registry)
    const since = {
      requests: now.requests - noted.requests,
      refused: now.refused - noted.refused,
      failed: now.failed - noted.failed,
      took: now.took.map((count, nth) => count - (noted.took[nth] ?? 0)),
    }
    if (since.requests === 0 && since.refused === 0) return
    await database.rows(note, [since.requests, since.refused, since.failed, since.took])
    noted = now
  }
}

async function answered(registry: Registry): Promise<Answered> {
  const [seconds, refusals] = await Promise.all(
    ['pipkin_request_seconds', 'pipkin_refusals_total'].map(
      async (name) => (await registry.getSingleMetric(name)?.get())?.values ?? [],
    ),
  )
  let requests = 0
  let failed = 0
  const upTo = new Map<number, number>()
  for (const { value, labels, metricName } of seconds as readonly HistogramValue[]) {
    if (metricName?.endsWith('_count')) {
      requests += value
      if (Number(labels.status) >= 500) failed += value
    } else if (labels.le !== undefined) {
      const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
      upTo.set(bound, (upTo.get(bound) ?? 0) + value)
    }
  }
  // A histogram's buckets hold those of the smaller ones too.
  const counts = [...upTo].sort(([a], [b]) => a - b).map(([, count]) => count)
  return {
    requests,
    failed,
    refused: (refusals ?? []).reduce((sum, { value }) => sum + value, 0),
    took: counts.map((count, nth) => count - (counts[nth - 1] ?? 0)),
  }
}

interface HistogramValue {
  readonly metricName?: string
  readonly value: number
  readonly labels: Readonly<Partial<Record<string, string | number>>>
}
