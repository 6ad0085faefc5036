import type { InputOf } from '@pipkin/contract/schemas'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { shownAddress } from '../chain/address.ts'
import { signerOf } from '../chain/sign-in.ts'

type Refused = 'challengeOver' | 'signatureWrong' | 'addressTaken'

/** Links the wallet that signed the challenge; it uses up the challenge. */
export async function linkWallet(
  { database }: Pick<CashierDeps, 'database'>,
  { player, tokenHash }: Session,
  { message, signature }: InputOf<'linkWallet'>,
): Promise<Result<'linkWallet'>> {
  const signer = await signerOf(message, signature)
  const { refusal } = await one(
    database.rows<{ refusal: Refused | null }>(
      sql`select cashier.link_address($1, $2, $3, $4) as refusal`,
      [player, message, signer, tokenHash],
    ),
  )
  if (refusal !== null) return refuse(refusal)
  if (signer === null) throw new Error('a wallet was linked without a signer')
  return done<'linkWallet'>({ address: shownAddress(signer) })
}
