import type { InputOf } from '@pipkin/contract/schemas'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'
import { shownAddress } from '../../platform/shown-address.ts'
import { lockConfirmed } from '../../players/factors/confirmations.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { signerOf } from '../chain/sign-in.ts'

type Refused = 'challengeOver' | 'signatureWrong' | 'addressTaken'

const link = sql`select cashier.link_address($1, $2, $3, $4) as refusal`

/**
 * Links the wallet that signed the challenge; it uses up the challenge. The session is judged again
 * with the account locked: a thief's link that waited for the owner's reset must not follow it.
 */
export async function linkWallet(
  { database }: Pick<CashierDeps, 'database'>,
  session: Session,
  { message, signature }: InputOf<'linkWallet'>,
): Promise<Result<'linkWallet'>> {
  const { player } = session
  const signer = await signerOf(message, signature)
  const refusal = await database.transaction(async (inside) => {
    const unconfirmed = await lockConfirmed(inside, session)
    if (unconfirmed) return unconfirmed
    const answer = await one(
      inside.rows<{ refusal: Refused | null }>(link, [player, message, signer, session.id]),
    )
    return answer.refusal && refuse(answer.refusal)
  })
  if (refusal) return refusal
  if (signer === null) throw new Error('a wallet was linked without a signer')
  return done<'linkWallet'>({ address: shownAddress(signer) })
}
