import type { ChainConfig } from '../../config.ts'
import { type Queryable, sql } from '../../platform/database/database.ts'
import { lower } from '../chain/address.ts'

/**
 * True where this database's money is on another chain, token or house than the configuration says.
 */
export async function isOtherHouse(database: Queryable, chain: ChainConfig): Promise<boolean> {
  const other = await database.rows(
    sql`
      select from cashier.house
      where (chain_id, token, address) is distinct from ($1::bigint, $2::text, $3::text)`,
    [chain.chainId, lower(chain.token), lower(chain.house)],
  )
  return other.length > 0
}
