import { ConfigError } from '../../config.ts'
import { type Queryable, sql } from '../../platform/database/database.ts'
import type { FactorKeys } from './factor-keys.ts'

const some = sql`
  select player_id, secret from players.totp where secret is not null order by player_id limit 20`

/**
 * Throws `ConfigError` where these keys read no authenticator app of those that are looked at. Such
 * a process would let no one in, and new apps and codes that it keeps no other process would read.
 */
export async function checkFactorKeys(
  database: Queryable,
  { isReadable }: Pick<FactorKeys, 'isReadable'>,
): Promise<void> {
  const apps = await database.rows<{ player_id: number; secret: Buffer }>(some)
  if (apps.length > 0 && !apps.some((app) => isReadable(app.player_id, app.secret)))
    throw new ConfigError([
      "FACTOR_KEY is not the one that players' authenticator apps were kept with: set that one, or do what docs/runbooks/keys.md says of a lost one.",
    ])
}
