import type { PlayRules } from '@pipkin/contract/schemas'
import { ledgerRules } from '../ledger/ledger-rules.ts'
import { type Database, one, sql } from '../platform/database/database.ts'

const follow = sql`select ledger.follow_profile($1, $2) as last`

/**
 * Brings limits that players set under another profile in line with this one, at start. It only
 * tightens: what another profile tightened stays until the player changes it. It goes through the
 * players in steps, each a transaction of its own.
 */
export async function followProfile(database: Database, profile: PlayRules): Promise<void> {
  const rules = JSON.stringify(ledgerRules(profile))
  for (let after: number | null = 0; after !== null; ) {
    const step: { last: number | null } = await one(database.rows(follow, [rules, after]))
    after = step.last
  }
}

const note = sql`select ledger.note_zone($1)`

/**
 * Notes the house's time zone in the database, at start: there it counts where no player has named
 * one, such as for a limit that staff set first. Only the API has a setting for it.
 */
export async function noteZone(database: Database, zone: string): Promise<void> {
  await database.rows(note, [zone])
}
