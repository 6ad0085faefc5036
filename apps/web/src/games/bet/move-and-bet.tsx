import { moneyText } from '@pipkin/money'
import { type RefObject, useState } from 'react'
import { type FundingMove, movedText } from '../../forms/funding-move.ts'
import { LazyFundingButton } from '../../forms/lazy-funding-button.tsx'
import { useStillHere } from '../../forms/use-still-here.ts'
import { toast } from '../../ui/toasts.ts'
import type { BetEntry } from './use-bet-entry.ts'

interface MoveAndBetProps {
  player: number
  /** Null if the balances fund the stake, or no move does. */
  move: FundingMove | null
  entry: BetEntry<unknown>
  field: RefObject<HTMLInputElement | null>
  onBet: () => void
}

/** One press that moves what the stake lacks and bets, and what it has moved. */
export function MoveAndBet({ player, move, entry, field, onBet }: MoveAndBetProps) {
  const { stake } = entry
  const [moved, setMoved] = useState<FundingMove | null>(null)
  const isStillHere = useStillHere()

  async function goOn(first: FundingMove) {
    if (stake === null || !isStillHere()) return toast.success('Amount Transfer successful')
    setMoved(first)
    const answer = await entry.send(stake)
    if (answer?.ok) onBet()
    else field.current?.focus()
  }

  return (
    <>
      {move && stake !== null && (
        <LazyFundingButton
          player={player}
          move={move}
          and={`bet ${moneyText(stake)}`}
          disabled={!entry.mayBet || entry.isStakeBarred || entry.busy}
          onMoved={(first) => void goOn(first)}
        />
      )}
      {moved && (
        <p role="status" className="mt-1.5 text-sm font-600">
          {movedText(moved)}
        </p>
      )}
    </>
  )
}
