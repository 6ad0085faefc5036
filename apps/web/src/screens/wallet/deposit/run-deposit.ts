import type { Provider } from '../../../wallets/provider.ts'
import { type Problem, problemOf } from '../link/problem.ts'
import { advance, type DepositEvent, type DepositState, type Running } from './deposit-state.ts'
import { performStep, reportDeposit } from './perform-step.ts'

const pauseMs = 1000

export interface DepositRun {
  readonly playerId: number
  /** Null where the wallet isn't there: only a report needs none. */
  readonly provider: Provider | null
  /** Ends the run silently. What the wallet already shows stays for the player to answer there. */
  readonly signal: AbortSignal
  show(state: DepositState): void
}

/** Runs a deposit from a state, step by step, until it is reported or stops. */
export async function runDeposit(from: Running, run: DepositRun): Promise<void> {
  let state: DepositState = from
  for (;;) {
    run.show(state)
    if (!isRunning(state)) return
    const event = await eventOf(state, run)
    if (run.signal.aborted) return
    state = advance(state, event)
  }
}

const isRunning = (state: DepositState): state is Running =>
  state.at !== 'choosing' && state.at !== 'halted' && state.at !== 'reported'

async function eventOf(
  state: Running,
  { playerId, provider, signal }: DepositRun,
): Promise<DepositEvent> {
  try {
    if (state.at === 'reporting') return await reportDeposit(state, playerId)
    if (!provider) return failed({ kind: 'noWallet' })
    return await performStep(state, { playerId, provider, pause: () => pause(signal) })
  } catch (error) {
    const problem = problemOf(error)
    // Report a bug; the player can still cancel.
    if (!problem && !signal.aborted) reportError(error)
    return failed(problem ?? { kind: 'outage' })
  }
}

const failed = (problem: Problem): DepositEvent => ({ type: 'failed', problem })

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  // Only now: it may have been cancelled before the pause, too.
  signal.throwIfAborted()
}
