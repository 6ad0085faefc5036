import type { PlayerId } from '@pipkin/contract/schemas'
import { maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { lower, shownAddress } from '../chain/address.ts'
import { tokenDecimals } from '../chain/token.ts'

/**
 * What a browser needs to deposit: the chain, the token, the house, and the player's linked
 * wallets, the newest first.
 */
export async function describeChain(
  { database, config: { chain }, local }: Pick<CashierDeps, 'database' | 'config' | 'local'>,
  player: PlayerId,
): Promise<Result<'describeChain'>> {
  const house = await maybeOne(
    database.rows<{ symbol: string; linked: string[] }>(
      sql`select symbol, array(
            select address::text from cashier.addresses where player_id = $1
            order by chosen_at desc) as linked
          from cashier.house where chain_id = $2 and token = $3 and address = $4`,
      [player, chain.chainId, lower(chain.token), lower(chain.house)],
    ),
  )
  // No worker has opened this house yet, or the worker is on another chain than this API: deposits
  // are impossible.
  if (!house) return refuse('unavailable')
  return done<'describeChain'>({
    chainId: chain.chainId,
    rpcUrl: chain.publicRpcUrl,
    token: shownAddress(chain.token),
    symbol: house.symbol,
    decimals: tokenDecimals,
    house: shownAddress(chain.house),
    confirmations: chain.confirmations,
    linked: house.linked.map(shownAddress),
    explorerUrl: chain.explorerUrl,
    isLocal: local,
  })
}
