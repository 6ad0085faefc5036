import type { ApiConfig } from '../config.ts'
import type { Handlers } from '../platform/http/call.ts'
import { logOutAtLimit } from '../players/sessions/log-out-at-limit.ts'
import type { CashierDeps } from './cashier-deps.ts'
import { cancelDeposit } from './requests/cancel-deposit.ts'
import { listOpenOperations } from './requests/list-open-operations.ts'
import { operationStatus } from './requests/operation-status.ts'
import { requestDeposit } from './requests/request-deposit.ts'
import { requestWithdrawal } from './requests/request-withdrawal.ts'
import { challengeWallet } from './wallets/challenge-wallet.ts'
import { describeChain } from './wallets/describe-chain.ts'
import { linkWallet } from './wallets/link-wallet.ts'
import { unlinkWallet } from './wallets/unlink-wallet.ts'

/** The cashier's calls. */
export function cashierCalls(
  deps: CashierDeps & { readonly config: Pick<ApiConfig, 'profile'> },
): Handlers<
  | 'describeChain'
  | 'challengeWallet'
  | 'linkWallet'
  | 'unlinkWallet'
  | 'requestDeposit'
  | 'readDeposit'
  | 'cancelDeposit'
  | 'requestWithdrawal'
  | 'readWithdrawal'
  | 'listOpenOperations'
> {
  return {
    describeChain: (_, { session }) => describeChain(deps, session.player),
    challengeWallet: (input, { session }) => challengeWallet(deps, session.player, input),
    linkWallet: (input, { session }) => linkWallet(deps, session, input),
    unlinkWallet: (input, { session }) => unlinkWallet(deps, session, input),
    requestDeposit: async (input, caller) => {
      const { profile } = deps.config
      const result = await requestDeposit(deps, input, caller.key, profile)
      return profile.logsOutAtLimit ? logOutAtLimit(deps.database, caller, result) : result
    },
    readDeposit: (input, { session }) => operationStatus(deps, session.player, 'deposit', input),
    cancelDeposit: (input, { session }) => cancelDeposit(deps, session.player, input),
    requestWithdrawal: (input, caller) => requestWithdrawal(deps, input, caller),
    readWithdrawal: (input, { session }) =>
      operationStatus(deps, session.player, 'withdrawal', input),
    listOpenOperations: ({ player }) => listOpenOperations(deps, player),
  }
}
