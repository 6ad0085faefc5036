import type { Surroundings } from '../../platform/clock.ts'
import { type Database, maybeOne, one, type Queryable, sql } from '../../platform/database.ts'
import { replayRounds } from './replay-rounds.ts'
import { type Sum, sums } from './sums.ts'

/** What an audit says of one invariant. */
export interface Finding {
  readonly invariant: number
  readonly says: string
  /** Over how many rows it was checked. */
  readonly checked: bigint
  /** What breaks it, a sentence each. */
  readonly found: readonly string[]
}

const lastAudit = sql`select audited_to from operator.audits where findings = 0 order by at desc limit 1`
const keepAudit = sql`
  insert into operator.audits (audit_id, audited_to, replayed, findings) values ($1, $2, $3, $4)`
const databaseTime = sql`select clock_timestamp() as now`

/**
 * Checks the invariants over the whole database: sums over everything, replays from the last clean audit on plus a sample, or
 * of all rounds where `full`. Each check reads one snapshot of its own.
 */
export async function audit(
  deps: { database: Database; surroundings: Surroundings },
  options: { full: boolean; also?: readonly Sum[] },
): Promise<Finding[]> {
  const { database } = deps
  const { now } = await one(database.rows<{ now: Date }>(databaseTime))
  const findings: Finding[] = []
  for (const sum of [...sums, ...(options.also ?? [])]) findings.push(await checkSum(database, sum))

  const last = options.full ? undefined : await maybeOne(database.rows<{ audited_to: Date }>(lastAudit))
  const replays = await replayRounds(database, last?.audited_to ?? null)
  findings.push({
    invariant: 9,
    says: 'each settled round replays to the same outcome and payout',
    checked: BigInt(replays.replayed),
    found: replays.found,
  })
  const wrong = findings.reduce((count, finding) => count + finding.found.length, 0)
  await database.rows(keepAudit, [deps.surroundings.newId(), now, replays.replayed, wrong])
  return findings
}

async function checkSum(database: Queryable, sum: Sum): Promise<Finding> {
  const found = await database.rows<{ found: string }>(sum.find)
  const { count } = await one(database.rows<{ count: bigint }>(sum.count))
  return { invariant: sum.invariant, says: sum.says, checked: count, found: found.map((row) => row.found) }
}

/** The report that a person reads: a line for each check, and under it what was found. */
export const auditReport = (findings: readonly Finding[]): string =>
  findings
    .flatMap(({ invariant, says, checked, found }) => [
      `${found.length === 0 ? 'ok   ' : 'WRONG'} ${String(invariant).padStart(2)}  ${says} (${checked} checked)`,
      ...found.slice(0, 20).map((line) => `          ${line}`),
      ...(found.length > 20 ? [`          … and ${found.length - 20} more`] : []),
    ])
    .join('\n')
