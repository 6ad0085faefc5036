import { Hourglass } from 'lucide-react'
import { TextButton } from '../../../ui/text-button.tsx'
import { type Asking, isFailure, ProblemCard } from '../link/problem-card.tsx'
import { StateCard } from '../link/state-card.tsx'
import { WaitingCard } from '../link/waiting-card.tsx'
import type { DepositState, Running } from './deposit-state.ts'
import type { DepositStanding } from './deposit-steps.ts'
import { Processing } from './processing.tsx'

type Underway = Exclude<DepositState, { at: 'choosing' }>

const asked = {
  connecting: 'connect',
  switching: 'network',
  proving: 'proof',
  queueing: 'approval',
  approving: 'approval',
  mining: 'approval',
  reporting: 'report',
} as const satisfies Record<Running['at'], Asking>

/** The steps that wait for the player in the wallet. */
const asksWallet = { connecting: true, switching: true, proving: true, approving: true }

/** Notes at steps that need no act of the player. */
const notes: Readonly<Partial<Record<DepositState['at'], string>>> = {
  queueing: 'Your earlier deposit comes first',
  mining: 'Waiting for its block',
}

export interface DepositUnderwayProps {
  state: Underway
  confirmations: number | undefined
  onRetry: () => void
  onCancel: () => void
}

/** A deposit in the wallet: what it waits for, or why it stopped. */
export function DepositUnderway(props: DepositUnderwayProps) {
  return (
    <Processing standing={standingOf(props.state, props.confirmations)}>{cardOf(props)}</Processing>
  )
}

function cardOf({ state, onRetry, onCancel }: DepositUnderwayProps) {
  if (state.at in asksWallet) return <WaitingCard onCancel={onCancel} />
  if (state.at === 'mining') return <MiningCard onCancel={onCancel} />
  if (state.at !== 'halted') return undefined
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

/** An approval that was cancelled in the wallet never gets a block. */
const MiningCard = ({ onCancel }: { onCancel: () => void }) => (
  <StateCard
    role="status"
    tone="pending"
    icon={<Hourglass size={20} />}
    title="Approval sent"
    note="If you cancelled it in your wallet, cancel here too."
    end={<TextButton onClick={onCancel}>Cancel</TextButton>}
  />
)

function motionOf(state: Underway): DepositStanding['motion'] {
  if (state.at !== 'halted') return 'going'
  return isFailure(state.problem, asked[state.during.at]) ? 'failed' : 'paused'
}

function standingOf(state: Underway, confirmations: number | undefined): DepositStanding {
  const running = state.at === 'halted' ? state.during : state
  return {
    step: running.at === 'reported' ? 'report' : asked[running.at],
    motion: motionOf(state),
    amount: running.amount,
    account: running.at === 'connecting' ? undefined : running.account,
    note: notes[state.at],
    confirmed: 0,
    confirmations,
  }
}
