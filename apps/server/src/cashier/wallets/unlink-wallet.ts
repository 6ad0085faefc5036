import type { InputOf } from '@pipkin/contract/schemas'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'
import { lockConfirmed } from '../../players/factors/confirmations.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { lower } from '../chain/address.ts'

const unlink = sql`select cashier.unlink_address($1, $2, $3) as unlinked`

/**
 * Unlinks a wallet. What is on its way to it or from it arrives. The address stays the player's:
 * only who signs for it in the same account can link it again, and it is new then. The session is
 * judged again with the account locked, as in `linkWallet`.
 */
export const unlinkWallet = (
  { database }: Pick<CashierDeps, 'database'>,
  session: Session,
  { address }: InputOf<'unlinkWallet'>,
): Promise<Result<'unlinkWallet'>> =>
  database.transaction(async (inside) => {
    const unconfirmed = await lockConfirmed(inside, session)
    if (unconfirmed) return unconfirmed
    const { unlinked } = await one(
      inside.rows<{ unlinked: boolean }>(unlink, [session.player, lower(address), session.id]),
    )
    return unlinked ? done({}, 'Wallet unlinked') : refuse('addressNotLinked')
  })
