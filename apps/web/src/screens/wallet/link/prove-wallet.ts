import { challengeWallet, linkWallet } from '@pipkin/contract'
import { call } from '../../../api/call.ts'
import { answerOf, refetchCalls } from '../../../api/queries.ts'
import type { Address, Provider } from '../../../wallets/provider.ts'
import { signText } from '../../../wallets/sign-text.ts'

/**
 * Links the account to the player: the server names the player in a text, the player signs it.
 * Free, once for each wallet. Throws a `WalletError` or a `CallError`.
 */
export async function proveWallet(provider: Provider, account: Address): Promise<void> {
  const { message } = answerOf(await call(challengeWallet, { address: account }))
  const signature = await signText(provider, account, message)
  answerOf(await call(linkWallet, { message, signature }))
  await refetchCalls('describeChain')
}
