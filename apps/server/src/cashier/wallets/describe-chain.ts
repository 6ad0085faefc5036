import type { PlayerId } from '@pipkin/contract/schemas'
import type { Money } from '@pipkin/money'
import { maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import { shownAddress } from '../../platform/shown-address.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { lower } from '../chain/address.ts'
import { tokenDecimals } from '../chain/token.ts'

/**
 * What a browser needs to deposit and withdraw: the chain, the token, the house, the smallest
 * amounts, and the player's linked wallets, the newest first. The first in the order of
 * `cashier.linked_addresses` is paid, unless it is doubted.
 */
export async function describeChain(
  {
    database,
    config: { chain, linkedForMs },
    local,
  }: Pick<CashierDeps, 'database' | 'config' | 'local'>,
  player: PlayerId,
): Promise<Result<'describeChain'>> {
  const house = await maybeOne(
    database.rows<{
      symbol: string
      wallets: {
        address: string
        linkedAt: string
        heldUntil: string | null
        doubted: boolean
        order: number
      }[]
      smallestDeposit: Money
      smallestWithdrawal: Money
      depositsPaused: boolean
    }>(
      sql`select symbol, smallest_deposit as "smallestDeposit",
            cashier.smallest_withdrawal() as "smallestWithdrawal",
            deposits_paused as "depositsPaused", coalesce((
            select jsonb_agg(jsonb_build_object(
              'address', address, 'linkedAt', linked_at, 'order', place,
              'doubted', doubted_at is not null,
              'heldUntil', case when doubted_at is null and cashier.is_too_new(a, f.linked_for)
                then linked_at + f.linked_for end) order by chosen_at desc)
            from (select $5 * interval '1 millisecond' as linked_for) f
            cross join lateral (
              select w as a, w.*, row_number() over () as place
              from cashier.linked_addresses($1, f.linked_for) w) linked), '[]') as wallets
          from cashier.house, cashier.settings where chain_id = $2 and token = $3 and address = $4`,
      [player, chain.chainId, lower(chain.token), lower(chain.house), linkedForMs],
    ),
  )
  // Only a worker compares this house with its key, and the token with the chain. Before its first
  // start, or where it is on another chain, a wallet might approve money to a mistyped address.
  if (!house) return refuse('unavailable')
  return done<'describeChain'>({
    chainId: chain.chainId,
    rpcUrl: chain.publicRpcUrl,
    token: shownAddress(chain.token),
    symbol: house.symbol,
    decimals: tokenDecimals,
    house: shownAddress(chain.house),
    confirmations: chain.confirmations,
    linked: house.wallets.map(({ address }) => shownAddress(address)),
    wallets: house.wallets.map(({ address, linkedAt, heldUntil, doubted, order }) => ({
      address: shownAddress(address),
      linkedAt: new Date(linkedAt),
      paid: order === 1 && !doubted,
      heldUntil: heldUntil === null ? null : new Date(heldUntil),
      doubted,
    })),
    explorerUrl: chain.explorerUrl,
    smallestDeposit: house.smallestDeposit,
    smallestWithdrawal: house.smallestWithdrawal,
    depositsPaused: house.depositsPaused,
    isLocal: local,
  })
}
