import { type Database, maybeOne, sql } from '../../platform/database/database.ts'
import type { Surroundings } from '../../platform/process/clock.ts'
import type { SeedKeys } from '../../rounds/seed-keys.ts'
import { audit, type Check } from './audit.ts'

// A worker that gave no sign for a minute has died.
const take = sql`
  update operator.audit_requests
    set run = $1, seen_at = clock_timestamp(), checked = 0, checks = null, checking = null
    where ended_at is null
      and (seen_at is null or seen_at < clock_timestamp() - interval '1 minute')
  returning request_id as request, is_full as "isFull"`
const giveSign = sql`
  update operator.audit_requests
    set seen_at = clock_timestamp(), checked = $3, checks = $4, checking = $5
    where request_id = $1 and run = $2`
const leave = sql`
  update operator.audit_requests set run = null, seen_at = null
    where request_id = $1 and run = $2`
const end = sql`
  update operator.audit_requests set ended_at = clock_timestamp(), audit_id = $3
    where request_id = $1 and run = $2`

/** Well within the minute after which another worker takes the audit. */
const signEveryMs = 10_000

export interface AskedAuditDeps {
  readonly database: Database
  /** Patient: a check of a large table takes minutes. */
  readonly patient: Database
  readonly surroundings: Surroundings
  readonly seeds: SeedKeys
  /** Leaves the audit to the next worker. */
  readonly stopping: AbortSignal
}

/**
 * Runs the audit that an operator has asked for, if there is one, and says meanwhile how far it is.
 * An audit that fails ends without a result; one whose worker stops or dies begins anew.
 */
export async function runAskedAudit(deps: AskedAuditDeps): Promise<void> {
  const { database, patient, surroundings, seeds, stopping } = deps
  const run = surroundings.newId()
  const asked = await maybeOne(database.rows<{ request: string; isFull: boolean }>(take, [run]))
  if (!asked) return
  const mine = [asked.request, run]
  let check: Check = { done: 0, of: 0, says: '' }
  const sign = () => database.rows(giveSign, [...mine, check.done, check.of, check.says])
  // A sign that is lost is made up for by the next.
  const signs = setInterval(() => void sign().catch(() => undefined), signEveryMs)
  try {
    const id = surroundings.newId()
    await audit(
      { database: patient, surroundings, seeds },
      {
        full: asked.isFull,
        id,
        stopping,
        async onCheck(next) {
          check = next
          await sign()
        },
      },
    )
    await database.rows(end, [...mine, id])
  } catch (error) {
    if (stopping.aborted) await database.rows(leave, mine)
    else {
      await database.rows(end, [...mine, null])
      throw error
    }
  } finally {
    clearInterval(signs)
  }
}
