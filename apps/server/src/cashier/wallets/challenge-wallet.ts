import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import { sql } from '../../platform/database/database.ts'
import { done, type Result } from '../../platform/http/answer.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { lower } from '../chain/address.ts'
import { signInText } from '../chain/sign-in.ts'

const lastsMs = 5 * 60_000

/**
 * A text for the wallet to sign. The whole text is kept, and only a kept one counts: a text for
 * another site, chain or player was never kept here.
 */
export async function challengeWallet(
  { database, surroundings, config }: CashierDeps,
  player: PlayerId,
  { address }: InputOf<'challengeWallet'>,
): Promise<Result<'challengeWallet'>> {
  const message = signInText({
    site: config.publicUrl,
    chainId: config.chain.chainId,
    address,
    player,
    nonce: surroundings.randomBytes(16).toString('hex'),
    at: surroundings.now(),
    lastsMs,
  })
  await database.rows(sql`select cashier.keep_challenge($1, $2, $3)`, [
    player,
    message,
    lower(address),
  ])
  return done<'challengeWallet'>({ message })
}
