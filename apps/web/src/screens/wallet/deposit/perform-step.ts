import {
  type ChainInfo,
  describeChain,
  listOpenOperations,
  refusals,
  requestDeposit,
} from '@pipkin/contract'
import { call } from '../../../api/call.ts'
import { answerOf, callQuery, queryClient } from '../../../api/queries.ts'
import { connectAccount } from '../../../wallets/connect.ts'
import { isOnNetwork, switchNetwork } from '../../../wallets/network.ts'
import type { Provider } from '../../../wallets/provider.ts'
import { readReceipt } from '../../../wallets/receipt.ts'
import { moneyOfUnits, readAllowance, sendApproval, tokenUnits } from '../../../wallets/token.ts'
import { proveWallet } from '../link/prove-wallet.ts'
import type { DepositEvent, Mining, Reporting, Running } from './deposit-state.ts'

/** The dependencies of a deposit's steps. */
export interface DepositTools {
  readonly playerId: number
  readonly provider: Provider
  /** Comes back after a moment; throws where the deposit was cancelled meanwhile. */
  pause(): Promise<void>
}

type Waiting = Exclude<Running, Reporting>

const otherNetwork: DepositEvent = { type: 'failed', problem: { kind: 'otherNetwork' } }

/**
 * Does the one thing that a state has to do. Throws a `WalletError` or a `CallError` if that fails.
 */
export async function performStep(state: Waiting, tools: DepositTools): Promise<DepositEvent> {
  const { provider } = tools
  if (state.at === 'connecting')
    return { type: 'connected', account: await connectAccount(provider) }
  const chain = await readChain()
  switch (state.at) {
    case 'switching':
      if (await switchNetwork(provider, chain, location.origin)) return { type: 'switched' }
      return otherNetwork
    case 'proving':
      if (!isLinked(state.account, chain)) await proveWallet(provider, state.account)
      return { type: 'proven', earlier: await isEarlierOpen(tools) }
    case 'queueing':
      return untilEarlierEnded(tools)
    case 'approving':
      return approve(state, chain, tools)
    case 'mining':
      if (await switchNetwork(provider, chain, location.origin))
        return untilMined(state, chain, tools)
      return otherNetwork
  }
}

/** Reports a deposit. However often it is reported with the same key, it is one deposit. */
export async function reportDeposit(
  { amount, account, key }: Reporting,
  playerId: number,
): Promise<DepositEvent> {
  const input = { player: playerId, from: account, amount }
  const result = await call(requestDeposit, input, { idempotencyKey: key })
  return { type: 'reported', deposit: answerOf(result).transactionId }
}

async function approve(
  { account, amount }: Waiting & { at: 'approving' },
  chain: ChainInfo,
  { provider }: DepositTools,
): Promise<DepositEvent> {
  if (!(await isOnNetwork(provider, chain))) return { type: 'networkLeft' }
  const allowance = await readAllowance(provider, account, chain)
  if (allowance === tokenUnits(amount, chain)) return { type: 'approved' }
  if (chain.depositsPaused)
    return { type: 'failed', problem: { kind: 'notNow', message: refusals.depositsPaused.message } }
  return { type: 'approvalSent', approval: await sendApproval(provider, account, amount, chain) }
}

async function isEarlierOpen({ playerId }: DepositTools): Promise<boolean> {
  const open = answerOf(await call(listOpenOperations, { player: playerId }))
  return open.some(({ kind, state }) => kind === 'deposit' && state !== 'review')
}

async function untilEarlierEnded(tools: DepositTools): Promise<DepositEvent> {
  while (await isEarlierOpen(tools)) await tools.pause()
  return { type: 'earlierEnded' }
}

/** How often the allowance is read after the receipt: its node may lag a block behind. */
const looksAfterReceipt = 3

/**
 * The allowance counts beside the receipt: a wallet that speeds a chain transaction up gives it
 * another hash, and one that lowers the spending cap approves less than it was asked.
 */
async function untilMined(
  { account, amount, approval }: Mining,
  chain: ChainInfo,
  { provider, pause }: DepositTools,
): Promise<DepositEvent> {
  const wanted = tokenUnits(amount, chain)
  for (let looks = 0; ; ) {
    const receipt = await readReceipt(provider, approval)
    if (receipt === 'reverted') return { type: 'failed', problem: { kind: 'reverted' } }
    const allowance = await readAllowance(provider, account, chain)
    if (allowance === wanted) return { type: 'approved' }
    if (receipt === 'succeeded') {
      if (allowance === null || allowance > wanted) return { type: 'approved' }
      looks += 1
      const approved = moneyOfUnits(allowance, chain)
      if (looks === looksAfterReceipt)
        return { type: 'failed', problem: { kind: 'approvedLess', approved } }
    }
    await pause()
    // Another network's node knows nothing of the approval.
    if (!(await isOnNetwork(provider, chain))) return otherNetwork
  }
}

const readChain = (): Promise<ChainInfo> => queryClient.fetchQuery(callQuery(describeChain))

const isLinked = (account: string, { linked }: ChainInfo): boolean =>
  linked.some((one) => one.toLowerCase() === account.toLowerCase())
