import type { Handlers } from '../platform/call.ts'
import type { CashierDeps } from './cashier-deps.ts'
import { createCashierLimits } from './cashier-limits.ts'
import { requestDeposit } from './deposits/request-deposit.ts'
import { listOpenOperations } from './operations/list-open-operations.ts'
import { operationStatus } from './operations/operation-status.ts'
import { challengeWallet } from './wallets/challenge-wallet.ts'
import { describeChain } from './wallets/describe-chain.ts'
import { linkWallet } from './wallets/link-wallet.ts'
import { requestWithdrawal } from './withdrawals/request-withdrawal.ts'

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
