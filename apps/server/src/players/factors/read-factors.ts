import type { Security } from '@pipkin/contract'
import { one, type Queryable, sql } from '../../platform/database/database.ts'

/** What the owner sees of the account's factors. */
export type ShownFactors = Pick<Security, 'passkeys' | 'totp' | 'recoveryCodes'>

const app = sql`
  select has_totp as totp,
         (select count(*)::int from players.recovery_codes where player_id = $1) as "recoveryCodes"
  from players.accounts where player_id = $1`

const passkeys = sql`
  select credential_id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
  from players.passkeys where player_id = $1 order by created_at`

type PasskeyRow = Omit<Security['passkeys'][number], 'id'> & { readonly credential_id: Buffer }

/** Reads a player's factors. */
export async function readFactors(database: Queryable, player: number): Promise<ShownFactors> {
  const [counted, rows] = await Promise.all([
    one(database.rows<Pick<ShownFactors, 'totp' | 'recoveryCodes'>>(app, [player])),
    database.rows<PasskeyRow>(passkeys, [player]),
  ])
  return {
    ...counted,
    passkeys: rows.map(({ credential_id, ...shown }) => ({
      id: credential_id.toString('base64url'),
      ...shown,
    })),
  }
}
