import type { PlayRules } from '@pipkin/contract/schemas'
import { ledgerRules } from '../ledger/ledger-rules.ts'
import { type Database, sql } from '../platform/database/database.ts'

const follow = sql`select ledger.follow_profile($1)`

/**
 * Brings limits that players set under another profile in line with this one, at start. It only
 * tightens: what another profile tightened stays until the player changes it.
 */
export const followProfile = (database: Database, profile: PlayRules) =>
  database.rows(follow, [JSON.stringify(ledgerRules(profile))])
