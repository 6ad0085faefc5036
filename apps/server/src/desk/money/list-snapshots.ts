import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { pageOf } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

// A snapshot's name is its second, so its order is the order of time.
const page = sql`
  select snapshot, taken_at, owed, held, players from solvency.snapshots
  where taken_at is not null and snapshot < $1 order by snapshot desc limit $2`

interface SnapshotRow {
  readonly snapshot: string
  readonly taken_at: Date
  readonly owed: bigint
  readonly held: bigint
  readonly players: number
}

/** What was owed to players and held on the chain, the newest snapshot first. */
export async function listSnapshots(
  { database }: DeskReadDeps,
  { cursor = 'end', limit }: DeskInput<'listSnapshots'>,
): Promise<DeskResult<'listSnapshots'>> {
  if (cursor !== 'end' && !/^\d{8}T\d{6}Z$/.test(cursor)) return refuse('malformed')
  const rows = await database.rows<SnapshotRow>(page, [cursor, limit + 1])
  const { shown, next } = pageOf(rows, limit, ({ snapshot }) => snapshot)
  return done<'listSnapshots'>({
    snapshots: shown.map(({ snapshot, taken_at, owed, held, players }) => ({
      snapshot,
      takenAt: taken_at,
      owed: hundredths(owed),
      held: hundredths(held),
      players,
    })),
    next,
  })
}
