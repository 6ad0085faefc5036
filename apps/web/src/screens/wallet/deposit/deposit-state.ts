import type { Money } from '@pipkin/money'
import type { Address, Hex } from '../../../wallets/provider.ts'
import type { Problem } from '../link/problem.ts'

/** The deposit that the player wants: made once, and kept to the end. */
export interface Intention {
  readonly amount: Money
  /** The wallet that it began with, by its lasting name. */
  readonly wallet: string
  /** The idempotency key of its report. */
  readonly key: string
}

interface WithAccount extends Intention {
  readonly account: Address
}

/**
 * A running deposit. Each state has exactly one thing to do, whose outcome is one event.
 */
export type Running =
  | (Intention & { readonly at: 'connecting' })
  | (WithAccount & { readonly at: 'switching' })
  | (WithAccount & { readonly at: 'proving' })
  /** An earlier deposit is on its way: a new approval would replace the one that it needs. */
  | (WithAccount & { readonly at: 'queueing' })
  | (WithAccount & { readonly at: 'approving' })
  | Mining
  | Reporting

/** The approval is sent and waits for its block. */
export type Mining = WithAccount & { readonly at: 'mining'; readonly approval: Hex }
/** The house may take the amount; the server doesn't know it yet. */
export type Reporting = WithAccount & { readonly at: 'reporting' }

export type DepositState =
  | { readonly at: 'choosing' }
  | Running
  | { readonly at: 'halted'; readonly during: Running; readonly problem: Problem }
  /** The server has the deposit, and finishes it without this page. */
  | (WithAccount & { readonly at: 'reported'; readonly deposit: string })

export type DepositEvent =
  | { readonly type: 'connected'; readonly account: Address }
  | { readonly type: 'switched' }
  /** `earlier`: whether an earlier deposit is on its way. */
  | { readonly type: 'proven'; readonly earlier: boolean }
  | { readonly type: 'earlierEnded' }
  /** The wallet went to another network in between. */
  | { readonly type: 'networkLeft' }
  | { readonly type: 'approvalSent'; readonly approval: Hex }
  | { readonly type: 'approved' }
  | { readonly type: 'reported'; readonly deposit: string }
  | { readonly type: 'failed'; readonly problem: Problem }

/** The next state. An event that can't happen in a state is a bug. */
export function advance(state: Running, event: DepositEvent): DepositState {
  if (event.type === 'failed') return { at: 'halted', during: state, problem: event.problem }
  switch (state.at) {
    case 'connecting':
      if (event.type === 'connected') return { ...state, at: 'switching', account: event.account }
      break
    case 'switching':
      if (event.type === 'switched') return { ...state, at: 'proving' }
      break
    case 'proving':
      if (event.type === 'proven') return { ...state, at: event.earlier ? 'queueing' : 'approving' }
      break
    case 'queueing':
      if (event.type === 'earlierEnded') return { ...state, at: 'approving' }
      break
    case 'approving':
      if (event.type === 'approvalSent') return { ...state, at: 'mining', approval: event.approval }
      if (event.type === 'approved') return { ...state, at: 'reporting' }
      if (event.type === 'networkLeft') return { ...state, at: 'switching' }
      break
    case 'mining':
      if (event.type === 'approved') return reporting(state)
      break
    case 'reporting':
      if (event.type === 'reported') return { ...state, at: 'reported', deposit: event.deposit }
  }
  throw new Error(`a deposit that is ${state.at} can't be ${event.type}`)
}

function reporting({ approval: _, ...state }: Mining): Reporting {
  return { ...state, at: 'reporting' }
}

/**
 * Where *Retry* begins: at the same step with the same key, so that no step is done twice. If the
 * chain or the server has refused for good, it begins anew with another key.
 */
export function retry(during: Running, problem: Problem, freshKey: string): Running {
  const final =
    (during.at === 'mining' && (problem.kind === 'reverted' || problem.kind === 'approvedLess')) ||
    (during.at === 'reporting' && problem.kind === 'refused')
  if (!final) return during
  return { at: 'connecting', amount: during.amount, wallet: during.wallet, key: freshKey }
}

/** The state that must survive a reload: from the sent approval until the report is accepted. */
export function worthKeeping(state: DepositState): Mining | Reporting | null {
  const running = state.at === 'halted' ? state.during : state
  return running.at === 'mining' || running.at === 'reporting' ? running : null
}
