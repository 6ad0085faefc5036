import { type Move, outcomeOf, parseRules, type Rules } from '@pipkin/games'
import { hundredths, times } from '@pipkin/money'
import { type Database, type Queryable, sql } from '../../platform/database/database.ts'
import type { SeedKeys } from '../../rounds/seed-keys.ts'
import { replayStored, storedStatus } from '../../rounds/stored-round.ts'

/** Which rounds to replay: one in `fresh` of those settled after `since`, one in `older` before. */
export interface Shares {
  readonly since: Date
  readonly fresh: number
  readonly older: number
  /** Differs for each audit, so that every round is replayed in its turn. */
  readonly turn: number
}

/** The most violations that are kept. */
export const mostFound = 1_000

/** How many rows a check has looked at, and what is wrong with them. */
export interface Checked {
  readonly checked: number
  readonly found: readonly string[]
}

/** What a check that reads page by page works with. */
export interface CheckDeps {
  readonly database: Database
  readonly seeds: SeedKeys
  /** Ends the check at the next page; it then throws. */
  readonly stopping?: AbortSignal | undefined
}

const rulebooks = sql`select encode(rules_hash, 'hex') as hash, rules from ledger.rulebooks`

// One pass in the quickest order: pages by key would repeat the joins for each page.
const open = sql`
  declare settled no scroll cursor for
  select r.player_id as player, r.round_id as id,
         encode(r.rules_hash, 'hex') as rules, e.seed, e.seed_key as "seedKey",
         r.nonce,
         r.client_seed as "clientSeed", r.stake, r.moves, r.status, r.payout
  from ledger.rounds r left join ledger.epochs e using (player_id, epoch),
    lateral (select case when r.settled_at > $1 then $2::bigint else $3::bigint end as share) s
  where r.status <> 'pending'
    and (hashint4(r.player_id + r.nonce)::bigint + 2147483648) % share = $4::bigint % share`
const pageSize = 1_000
const next = sql([`fetch ${pageSize} from settled`])

interface SettledRow {
  readonly player: number
  readonly id: string
  /** Their hash, hex. */
  readonly rules: string
  /** Null where the epoch is missing. */
  readonly seed: Buffer | null
  readonly seedKey: string
  readonly nonce: number
  readonly clientSeed: string
  readonly stake: bigint
  readonly moves: readonly Move[]
  readonly status: string
  readonly payout: bigint
}

/**
 * Replays settled rounds from their stored seeds and moves, a thousand at a time in one snapshot.
 */
export function replayRounds(
  { database, seeds, stopping }: CheckDeps,
  { since, fresh, older, turn }: Shares,
): Promise<Checked> {
  return database.transaction(async (inside) => {
    const rules = await readRules(inside)
    const found: string[] = []
    let checked = 0
    await inside.rows(open, [since, fresh, older, turn])
    for (;;) {
      stopping?.throwIfAborted()
      const rows = await inside.rows<SettledRow>(next)
      for (const row of rows) {
        const wrong = disagreement(row, rules, seeds)
        if (wrong && found.length < mostFound)
          found.push(`round ${row.id} of player ${row.player}: ${wrong}`)
      }
      checked += rows.length
      if (rows.length < pageSize) return { checked, found }
    }
  })
}

/** Reads and judges each rulebook once, by its hash. */
async function readRules(inside: Queryable): Promise<ReadonlyMap<string, Rules | null>> {
  const rows = await inside.rows<{ hash: string; rules: unknown }>(rulebooks)
  return new Map(rows.map(({ hash, rules }) => [hash, parseRules(rules)]))
}

/** How a stored round differs from its replay; null if it doesn't. */
function disagreement(
  row: SettledRow,
  rulebooks: ReadonlyMap<string, Rules | null>,
  seeds: SeedKeys,
): string | null {
  const rules = rulebooks.get(row.rules)
  if (!rules) return 'its rules are missing, or no game knows them'
  if (!row.seed) return "its epoch's seed is missing"
  try {
    const epochSeed = seeds.mix(row.player, { seed: row.seed, seedKey: row.seedKey })
    const outcome = outcomeOf(replayStored({ ...row, rules, epochSeed }))
    if (!outcome) return 'it has ended, but the rules say that it goes on'
    const status = storedStatus[outcome.status]
    const payout = times(hundredths(row.stake), outcome.pays)
    return status === row.status && payout === row.payout
      ? null
      : `${row.status} with payout ${row.payout}, but its replay is ${status} with ${payout}`
  } catch (error) {
    return `it does not replay: ${error instanceof Error ? error.message : String(error)}`
  }
}
