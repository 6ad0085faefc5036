import { type Money, moneyText } from '@pipkin/money'
import { shortId } from '../../../ui/short-id.ts'
import type { Step } from '../../../ui/steps.tsx'
import type { Asking } from '../link/problem-card.tsx'

/** The five things that happen, in their order. */
const depositSteps: readonly Asking[] = ['connect', 'network', 'proof', 'approval', 'report']

export interface DepositStanding {
  /** The step that is going on; those before it are done. */
  readonly step: Asking
  /** `paused`: it waits for the player's yes. */
  readonly motion: 'going' | 'paused' | 'failed'
  readonly amount: Money
  readonly account?: string | undefined
  /** What the step waits for, instead of its usual text. */
  readonly note?: string | undefined
  readonly confirmed: number
  /** How many confirmations it takes; undefined before the server's answer. */
  readonly confirmations: number | undefined
}

/** The texts of each step, before and after. */
function texts({ amount, account, confirmed, confirmations }: DepositStanding) {
  const fkr = `${moneyText(amount)} fkr`
  const of =
    confirmations === undefined ? '' : ` ${Math.min(confirmed, confirmations)} of ${confirmations}`
  return {
    connect: { title: 'Connect', todo: 'Your browser wallet', done: account && shortId(account) },
    network: { title: 'Network', todo: 'Switched for you if it is another', done: 'Right network' },
    proof: { title: "Prove it's yours", todo: 'First time only, free', done: 'Signed, free' },
    approval: { title: 'Approve', todo: `Exactly ${fkr}, no more`, done: `${fkr}, exactly` },
    report: { title: `Confirmed${of}`, todo: 'Then it is in Deposit', done: undefined },
  } satisfies Record<Asking, { title: string; todo: string; done: string | undefined }>
}

const marks = { going: 'current', paused: 'todo', failed: 'failed' } as const

/** The list of steps as it is shown. */
export function showSteps(standing: DepositStanding): Step[] {
  const current = depositSteps.indexOf(standing.step)
  const said = texts(standing)
  return depositSteps.map((step, index) => {
    const { title, todo, done } = said[step]
    if (index < current) return { title, state: 'done', note: done }
    if (index > current) return { title, state: 'todo', note: todo }
    return { title, state: marks[standing.motion], note: standing.note ?? todo }
  })
}

/**
 * How far the ring is: a tenth for each of the four steps, the rest by confirmations. From 0 to 1.
 */
export function progressOf({ step, confirmed, confirmations = 0 }: DepositStanding): number {
  const steps = depositSteps.indexOf(step) / 10
  return step !== 'report' || confirmations === 0
    ? steps
    : steps + 0.6 * (Math.min(confirmed, confirmations) / confirmations)
}
