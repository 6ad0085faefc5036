import { atOneMoment } from '../../ledger/at-one-moment.ts'
import { type Database, one, type Statement, sql } from '../../platform/database/database.ts'
import type { Surroundings } from '../../platform/process/clock.ts'
import type { SeedKeys } from '../../rounds/seed-keys.ts'
import { checkDocuments, checkEntries, checkTree } from './check-log.ts'
import { mostFound, replayRounds, type Shares } from './replay-rounds.ts'
import type { Sum } from './sums/sum.ts'
import { sums } from './sums/sums.ts'

/** An audit's result for one invariant. */
export interface Finding {
  readonly invariant: number
  readonly says: string
  /** The number of rows that were checked. */
  readonly checked: bigint
  /** The violations, a sentence each; at most a thousand. */
  readonly found: readonly string[]
}

// A round's end has its time before its commit, so the last minute is left to the next audit.
const point = sql`
  select clock_timestamp() - interval '1 minute' as upto,
         (select count(*)::int from operator.audits) as turn,
         coalesce((select audited_to from operator.audits
                   where findings = 0 order by at desc limit 1),
           to_timestamp(0)) as since`
const settledRounds = sql`
  select count(*) filter (where settled_at > $1)::int as fresh, count(*)::int as all
  from ledger.rounds where status <> 'pending'`
const keepAudit = sql`
  insert into operator.audits (audit_id, audited_to, replayed, findings, report, acts, acts_head)
  select $1, $2, $3, $4, $5, coalesce(max(n), 0), (array_agg(hash order by n desc))[1]
  from (select n, hash from operator.acts order by n desc limit 1) head`

/** About the most rounds to replay of those settled since the last audit, and of the older ones. */
const mostReplays = 1_000_000
/** One older round in this many is replayed. */
const olderShare = 50

interface AuditDeps {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly seeds: SeedKeys
}

interface AuditOptions {
  /** Replays every round. */
  readonly full: boolean
  readonly also?: readonly Sum[]
  readonly mostReplays?: number
  /** The id that the audit is kept by. */
  readonly id?: string
  /** Called before each check. */
  onCheck?(check: Check): Promise<void>
  /** Ends the audit before the next check, or within a replay; it then throws. */
  readonly stopping?: AbortSignal
}

/** A check that begins: how many of how many are done before it. */
export interface Check {
  readonly done: number
  readonly of: number
  readonly says: string
}

/** How many lines of what a check found are printed and kept. */
const mostShown = 20

/**
 * Checks the invariants over the whole database: sums over all rows, and replays of rounds
 * (`docs/invariants.md`). Each check reads one moment of its own.
 */
export async function audit(
  { database, surroundings, seeds }: AuditDeps,
  { full, also = [], mostReplays: most = mostReplays, ...options }: AuditOptions,
): Promise<Finding[]> {
  const { id = surroundings.newId(), onCheck, stopping } = options
  const { upto, turn, since } = await one(
    database.rows<{ upto: Date; turn: number; since: Date }>(point),
  )
  const allSums = [...sums, ...also]
  const findings: Finding[] = []
  const check = async (
    { invariant, says }: Pick<Finding, 'invariant' | 'says'>,
    run: () => Promise<{ readonly checked: number | bigint; readonly found: readonly string[] }>,
  ) => {
    stopping?.throwIfAborted()
    await onCheck?.({ done: findings.length, of: allSums.length + besideSums, says })
    const { checked, found } = await run()
    findings.push({ invariant, says, checked: BigInt(checked), found })
  }
  for (const sum of allSums) await check(sum, () => checkSum(database, sum))

  const settled = await one(database.rows<{ fresh: number; all: number }>(settledRounds, [since]))
  const shares: Shares = {
    since,
    fresh: full ? 1 : Math.max(1, Math.ceil(settled.fresh / most)),
    older: full ? 1 : Math.max(olderShare, Math.ceil((settled.all - settled.fresh) / most)),
    turn,
  }
  const deps = { database, seeds, stopping }
  let replayed = 0
  await check(
    {
      invariant: 9,
      says: `each settled round replays to the same outcome and payout: ${which(shares)}`,
    },
    async () => {
      const replays = await replayRounds(deps, shares)
      replayed = replays.checked
      return replays
    },
  )
  await check(
    { invariant: 15, says: 'the log’s tiles and its checkpoint follow from its entries' },
    () => checkTree(deps),
  )
  await check(
    { invariant: 15, says: 'each rulebook, act, audit and snapshot is what its entry says' },
    () => checkDocuments(deps),
  )
  await check({ invariant: 15, says: `each entry is that of its receipt: ${which(shares)}` }, () =>
    checkEntries(deps, shares),
  )
  const wrong = findings.reduce((count, finding) => count + finding.found.length, 0)
  // Rounds that were only sampled wait for another audit.
  const auditedTo = shares.fresh === 1 ? upto : since
  await database.rows(keepAudit, [id, auditedTo, replayed, wrong, reportOf(findings)])
  return findings
}

/** How many checks are no sums: the replays, and the log's tree, documents and entries. */
const besideSums = 4

/** What is kept of the findings, as JSON. */
const reportOf = (findings: readonly Finding[]): string =>
  JSON.stringify(
    findings.map(({ invariant, says, checked, found }) => ({
      invariant,
      says,
      checked: Number(checked),
      wrong: found.length,
      found: found.slice(0, mostShown),
    })),
  )

/** Names the rounds that were replayed. */
function which({ fresh, older }: Shares): string {
  if (older === 1) return 'all of them'
  const before = `1 in ${older} of those before`
  return fresh === 1
    ? `all since the last audit, ${before}`
    : `1 in ${fresh} of those since the last audit that replayed all, ${before}; --full replays all`
}

const checkSum = (database: Database, { find, count }: Sum) =>
  atOneMoment(database, async (inside) => {
    const found = await inside.rows<{ found: string }>(limited(find))
    const counted = await one(inside.rows<{ count: bigint }>(count))
    return { checked: counted.count, found: found.map((row) => row.found) }
  })

/** Bounds the memory if every row violates an invariant. */
const limited = ({ name, text }: Statement): Statement => ({
  name: `${name} limited`,
  text: `select found from (${text}) f limit ${mostFound}`,
})

/** The report for a person: a line for each check, with its violations below. */
export const auditReport = (findings: readonly Finding[]): string =>
  findings
    .flatMap(({ invariant, says, checked, found }) => [
      `${found.length === 0 ? 'ok   ' : 'WRONG'} ${String(invariant).padStart(2)}  ${says} (${checked} checked)`,
      ...found.slice(0, mostShown).map((line) => `          ${line}`),
      ...(found.length > mostShown
        ? [
            `          … and ${found.length < mostFound ? '' : 'at least '}${found.length - mostShown} more`,
          ]
        : []),
    ])
    .join('\n')
