import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { lower } from '../chain/address.ts'

/**
 * Unlinks a wallet. What is on its way to it or from it arrives. The address stays the player's:
 * only who signs for it in the same account can link it again, and it is new then.
 */
export async function unlinkWallet(
  { database }: Pick<CashierDeps, 'database'>,
  player: PlayerId,
  { address }: InputOf<'unlinkWallet'>,
): Promise<Result<'unlinkWallet'>> {
  const { unlinked } = await one(
    database.rows<{ unlinked: boolean }>(sql`select cashier.unlink_address($1, $2) as unlinked`, [
      player,
      lower(address),
    ]),
  )
  return unlinked ? done({}, 'Wallet unlinked') : refuse('addressNotLinked')
}
