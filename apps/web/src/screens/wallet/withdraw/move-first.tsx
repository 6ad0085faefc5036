import { type Money, moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { balancesQuery } from '../../../api/queries.ts'
import { type FundingMove, movedText, moveForWithdrawal } from '../../../forms/funding-move.ts'
import { LazyFundingButton } from '../../../forms/lazy-funding-button.tsx'
import { useStillHere } from '../../../forms/use-still-here.ts'
import { toast } from '../../../ui/toasts.ts'

export interface MoveFirstProps {
  playerId: number
  amount: Money | null
  /** Whether the rest of the form is in order. */
  isReady: () => Promise<boolean>
  /** The move that was made for this withdrawal. */
  moved: FundingMove | null
  /** Goes on with the withdrawal; not called after the player has left. */
  onMoved: (moved: FundingMove) => void
}

/** One press that moves to Deposit what the withdrawal lacks there, and what it has moved. */
export function MoveFirst({ playerId, amount, isReady, moved, onMoved }: MoveFirstProps) {
  const { data: balances } = useQuery(balancesQuery(playerId))
  const first = amount !== null && balances ? moveForWithdrawal(amount, balances) : null
  const isStillHere = useStillHere()

  function goOn(move: FundingMove) {
    if (isStillHere()) onMoved(move)
    else toast.success('Amount Transfer successful')
  }

  return (
    <>
      {first && amount !== null && (
        <LazyFundingButton
          player={playerId}
          {...first}
          and={`withdraw ${moneyText(amount)}`}
          isReady={isReady}
          onMoved={goOn}
        />
      )}
      {moved && (
        <p role="status" className="mt-2 text-sm font-600">
          {movedText(moved)}
        </p>
      )}
    </>
  )
}
