import { TextButton } from '../../../ui/text-button.tsx'
import { type Asking, ProblemCard } from '../link/problem-card.tsx'
import { WaitingCard } from '../link/waiting-card.tsx'
import type { DepositState, Running } from './deposit-state.ts'
import type { DepositStanding } from './deposit-steps.ts'
import { Processing } from './processing.tsx'

type Underway = Exclude<DepositState, { at: 'choosing' }>

const asked = {
  connecting: 'connect',
  switching: 'network',
  proving: 'proof',
  approving: 'approval',
  mining: 'approval',
  reporting: 'report',
} as const satisfies Record<Running['at'], Asking>

export interface DepositUnderwayProps {
  state: Underway
  confirmations: number | undefined
  onRetry: () => void
  onCancel: () => void
}

/** The way through the wallet: what it waits for, or why it stands still. */
export function DepositUnderway(props: DepositUnderwayProps) {
  return <Processing standing={standingOf(props.state, props.confirmations)}>{cardOf(props)}</Processing>
}

function cardOf({ state, onRetry, onCancel }: DepositUnderwayProps) {
  if (state.at === 'mining' || state.at === 'reporting' || state.at === 'reported') return undefined
  if (state.at !== 'halted') return <WaitingCard onCancel={onCancel} />
  return (
    <>
      <ProblemCard problem={state.problem} asking={asked[state.during.at]} onAgain={onRetry} />
      <div className="mt-1 text-center">
        <TextButton onClick={onCancel} className="px-4">
          Cancel
        </TextButton>
      </div>
    </>
  )
}

function standingOf(state: Underway, confirmations: number | undefined): DepositStanding {
  const running = state.at === 'halted' ? state.during : state
  return {
    step: running.at === 'reported' ? 'report' : asked[running.at],
    halted: state.at === 'halted',
    amount: running.amount,
    account: running.at === 'connecting' ? undefined : running.account,
    confirmed: 0,
    confirmations,
  }
}
