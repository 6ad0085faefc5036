import { moveToDeposit } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { useState } from 'react'
import { refetchMoney } from '../api/queries.ts'
import { isUnanswered, requestOnce } from '../api/request-once.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { NoAnswer } from '../ui/no-answer.tsx'
import { internalFailureText } from './failure-texts.ts'
import { type FundingMove, heldText } from './funding-move.ts'

export interface FundingButtonProps {
  player: number
  move: FundingMove
  /** What the wallet holds, where the move takes a part of it. */
  held?: FundingMove
  /** What comes after the move: `bet 50`. */
  and: string
  disabled?: boolean
  /** Whether the rest of the form is in order; money moves only then. */
  isReady?: () => Promise<boolean>
  /** The money has been moved, once. */
  onMoved: (move: FundingMove) => void
}

/**
 * One press that moves money to Deposit and goes on with what lacked it. If that fails, the money
 * stays in Deposit.
 */
export default function FundingButton(props: FundingButtonProps) {
  const { player, move, held = move, and, disabled = false, isReady, onMoved } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const input = { player, ...move }

  async function press() {
    setBusy(true)
    setFailure(undefined)
    if (!isReady || (await isReady())) {
      const result = await requestOnce(moveToDeposit, input)
      // What comes next is judged by the new balances.
      await refetchMoney()
      if (result.ok) onMoved(move)
      else setFailure(internalFailureText(result))
    }
    setBusy(false)
  }

  return (
    <div className="mt-2">
      <p>{heldText(held)}</p>
      <Button
        look="line"
        size="medium"
        className="mt-2 w-full"
        busy={busy}
        disabled={disabled}
        onClick={() => void press()}
      >
        Move {moneyText(move.amount)} and {and}
      </Button>
      {failure !== undefined && <FieldError>{failure}</FieldError>}
      {!busy && isUnanswered(moveToDeposit, input) && <NoAnswer />}
    </div>
  )
}
