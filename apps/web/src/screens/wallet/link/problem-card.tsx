import { moneyText } from '@pipkin/money'
import { CircleAlert, PenLine, TriangleAlert, Wallet } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import type { Problem } from './problem.ts'
import { StateCard, type StateCardProps } from './state-card.tsx'

/** The steps of a deposit: what the wallet asks for, and the report to the server. */
export type Asking = 'connect' | 'network' | 'proof' | 'approval' | 'report'

interface ProblemWords extends Pick<StateCardProps, 'tone' | 'icon' | 'title' | 'note'> {
  readonly action: string
}

const nothingLeft = 'Nothing left your wallet.'
const failed = (title: string, note: string): ProblemWords => ({
  tone: 'loss',
  icon: <CircleAlert size={20} />,
  title,
  note,
  action: 'Retry',
})

const network: ProblemWords = {
  tone: 'pending',
  icon: <TriangleAlert size={20} />,
  title: 'Network',
  note: 'Your wallet is on another one.',
  action: 'Switch',
}

/**
 * A "no" in the wallet is no failure: the screen offers the same again. The specification words
 * only the "no" to an approval.
 */
const afterNo: Readonly<Record<Asking, ProblemWords>> = {
  connect: {
    tone: 'info',
    icon: <Wallet size={20} />,
    title: 'Connect',
    note: 'We only see your address.',
    action: 'Connect',
  },
  network,
  proof: {
    tone: 'info',
    icon: <PenLine size={20} />,
    title: "Prove it's yours",
    note: 'First time only, free.',
    action: 'Sign',
  },
  approval: failed('Token transfer failed: user rejected', nothingLeft),
  report: failed('Some error occured!', nothingLeft),
}

/** The text of a problem, and the label of its button. */
export function problemWords(problem: Problem, asking: Asking): ProblemWords {
  switch (problem.kind) {
    case 'rejected':
      return afterNo[asking]
    case 'otherNetwork':
      return network
    case 'reverted':
      return failed('Token transfer failed: the chain did not carry it out', nothingLeft)
    case 'approvedLess':
      return failed(
        `Token transfer failed: the wallet approved only ${moneyText(problem.approved)} fkr`,
        'Nothing left your wallet. Approve the whole amount.',
      )
    case 'wallet':
      return asking === 'approval'
        ? failed(`Token transfer failed: ${problem.message}`, nothingLeft)
        : failed('Some error occured!', problem.message)
    case 'refused':
    case 'notNow':
      return failed('Some error occured!', problem.message)
    case 'outage':
      return failed('Some error occured!', 'We could not be reached. Nothing is lost.')
    case 'noWallet':
      return failed('No wallet found', 'Please install MetaMask or a compatible wallet!')
  }
}

/** Whether something went wrong; else it only waits for the player's yes. */
export const isFailure = (problem: Problem, asking: Asking): boolean =>
  problemWords(problem, asking).tone === 'loss'

/** Why it stopped, and how to continue. */
export function ProblemCard({
  problem,
  asking,
  onAgain,
}: {
  problem: Problem
  asking: Asking
  onAgain: () => void
}) {
  const { action, ...said } = problemWords(problem, asking)
  return (
    <StateCard
      {...said}
      role="alert"
      end={
        <Button look="line" size="small" onClick={onAgain} className="px-3.25">
          {action}
        </Button>
      }
    />
  )
}
