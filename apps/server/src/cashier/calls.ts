import type { Handlers } from '../platform/call.ts'
import type { CashierDeps } from './cashier-deps.ts'
import { requestDeposit } from './deposits/request-deposit.ts'
import { listOpenOperations } from './operations/list-open-operations.ts'
import { operationStatus } from './operations/operation-status.ts'
import { challengeWallet } from './wallets/challenge-wallet.ts'
import { describeChain } from './wallets/describe-chain.ts'
import { linkWallet } from './wallets/link-wallet.ts'
import { requestWithdrawal } from './withdrawals/request-withdrawal.ts'

/** The cashier's calls. */
export const cashierCalls = (
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
> => ({
  findWalletAdr: (_, { session }) => describeChain(deps, session.player),
  walletChallenge: (input, { session }) => challengeWallet(deps, session.player, input),
  linkWallet: (input, { session }) => linkWallet(deps, session.player, input),
  paymentDeposit: (input, { key }) => requestDeposit(deps, input, key),
  depositStatus: (input, { session }) => operationStatus(deps, session.player, 'deposit', input),
  paymentWithdrawal: (input, { key }) => requestWithdrawal(deps, input, key),
  withdrawalStatus: (input, { session }) => operationStatus(deps, session.player, 'withdrawal', input),
  openOperations: (input) => listOpenOperations(deps, input.User_Id),
})
