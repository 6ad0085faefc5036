import { type Database, type Statement, sql } from '../../platform/database/database.ts'
import type { Surroundings } from '../../platform/process/clock.ts'
import type { FactorKeys } from './factor-keys.ts'

/** What is encrypted with `FACTOR_KEY`: each has a page after a row, and the change of one. */
const places: readonly { readonly page: Statement; readonly change: Statement }[] = [
  {
    page: sql`
      select player_id, '' as id, secret as encrypted from players.totp
      where player_id > $1 and $2 = '' and secret is not null order by player_id limit 500`,
    change: sql`
      update players.totp set secret = $4 where player_id = $1 and $2 = '' and secret = $3`,
  },
  {
    page: sql`
      select player_id, code_id::text as id, encrypted from players.recovery_codes
      where (player_id, code_id::text) > ($1, $2) order by player_id, code_id::text limit 500`,
    change: sql`
      update players.recovery_codes set encrypted = $4
      where player_id = $1 and code_id::text = $2 and encrypted = $3`,
  },
]

interface Encrypted {
  readonly player_id: number
  readonly id: string
  readonly encrypted: Buffer
}

/**
 * Encrypts with `FACTOR_KEY` what another key has encrypted, so that the other one can be dropped.
 * Answers how many there were, and how many no key reads.
 */
export async function reencrypt(
  database: Database,
  factorKeys: FactorKeys,
  { randomBytes }: Pick<Surroundings, 'randomBytes'>,
): Promise<{ readonly encrypted: number; readonly unreadable: number }> {
  let [encrypted, unreadable] = [0, 0]
  for (const { page, change } of places) {
    let after: Pick<Encrypted, 'player_id' | 'id'> | undefined = { player_id: 0, id: '' }
    while (after) {
      const rows: readonly Encrypted[] = await database.rows<Encrypted>(page, [
        after.player_id,
        after.id,
      ])
      for (const row of rows) {
        const { player_id: player } = row
        if (factorKeys.isCurrent(player, row.encrypted)) continue
        try {
          const secret = factorKeys.decrypt(player, row.encrypted)
          const anew = factorKeys.encrypt(player, secret, randomBytes(12))
          await database.rows(change, [player, row.id, row.encrypted, anew])
          encrypted += 1
        } catch {
          unreadable += 1
        }
      }
      after = rows.at(-1)
    }
  }
  return { encrypted, unreadable }
}
