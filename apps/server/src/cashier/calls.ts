import type { Handlers } from '../platform/http/call.ts'
import type { CashierDeps } from './cashier-deps.ts'
import { createCashierLimits } from './cashier-limits.ts'
import { listOpenOperations } from './requests/list-open-operations.ts'
import { operationStatus } from './requests/operation-status.ts'
import { requestDeposit } from './requests/request-deposit.ts'
import { requestWithdrawal } from './requests/request-withdrawal.ts'
import { challengeWallet } from './wallets/challenge-wallet.ts'
import { describeChain } from './wallets/describe-chain.ts'
import { linkWallet } from './wallets/link-wallet.ts'

/** The cashier's calls. */
export function cashierCalls(
  deps: CashierDeps,
): Handlers<
  | 'findWalletAdr'
  | 'walletChallenge'
  | 'linkWallet'
  | 'paymentDeposit'
  | 'depositStatus'
  | 'paymentWithdrawal'
  | 'withdrawalStatus'
  | 'openOperations'
> {
  const parts = { ...deps, limits: createCashierLimits(deps.database, deps.config) }
  return {
    findWalletAdr: (_, { session }) => describeChain(deps, session.player),
    walletChallenge: (input, { session }) => challengeWallet(parts, session.player, input),
    linkWallet: (input, { session }) => linkWallet(deps, session.player, input),
    paymentDeposit: (input, { key }) => requestDeposit(parts, input, key),
    depositStatus: (input, { session }) => operationStatus(deps, session.player, 'deposit', input),
    paymentWithdrawal: (input, { key }) => requestWithdrawal(parts, input, key),
    withdrawalStatus: (input, { session }) =>
      operationStatus(deps, session.player, 'withdrawal', input),
    openOperations: (input) => listOpenOperations(deps, input.User_Id),
  }
}
