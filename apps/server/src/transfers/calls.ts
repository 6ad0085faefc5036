import type { ApiConfig } from '../config.ts'
import { refuse } from '../platform/http/answer.ts'
import type { Handlers } from '../platform/http/call.ts'
import { findReceiver } from './find-receiver.ts'
import { moveToDeposit } from './move-to-deposit.ts'
import { readFees } from './read-fees.ts'
import { sendMoney } from './send-money.ts'
import type { TransferDeps } from './transfer-deps.ts'

/** The calls that move money between players and between a player's own wallets. */
export function transferCalls(
  deps: TransferDeps & { readonly config: Pick<ApiConfig, 'profile'> },
): Handlers<'readFees' | 'sendMoney' | 'moveToDeposit' | 'findReceiver'> {
  return {
    readFees: () => readFees(deps),
    sendMoney: async (input, { key, session }) =>
      deps.config.profile.sends ? sendMoney(deps, input, key, session) : refuse('sendNotOffered'),
    moveToDeposit: (input, { key }) => moveToDeposit(deps, input, key),
    findReceiver: ({ receiver }, { session }) =>
      findReceiver(deps, { sender: session.player, receiver }),
  }
}
