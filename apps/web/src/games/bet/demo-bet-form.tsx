import { moneyText } from '@pipkin/money'
import { useEffect, useRef } from 'react'
import type { DemoMoney, Play } from '../../play/play.ts'
import { Button } from '../../ui/button.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { BetFrame } from './bet-frame.tsx'
import { type Odds, OddsPanel } from './odds-panel.tsx'
import { StakeEntry } from './stake-entry.tsx'
import type { BetEntry } from './use-bet-entry.ts'

interface DemoBetFormProps {
  play: Pick<Play<unknown, unknown, unknown>, 'terms'>
  money: DemoMoney
  /** Null if they are shown beside the form. */
  odds: Odds | null
  entry: BetEntry<unknown>
  /** Begins with the focus in the stake, so that Enter bets. */
  focused?: boolean
  onBet: () => void
}

/** The bet for play money. */
export function DemoBetForm({ play, money, odds, entry, focused, onBet }: DemoBetFormProps) {
  const { limits } = play.terms
  const { text, stake, error } = entry
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])

  return (
    <BetFrame entry={entry} onBet={onBet}>
      <p className="mb-2.5 text-sm text-ink2">
        Play money {moneyText(money.balance)} of {moneyText(money.start)}
      </p>
      <StakeEntry text={text} onChange={entry.change} limits={limits} error={error} field={field}>
        {money.balance < limits.minimum && (
          <TextButton onClick={money.refill}>Start again with {moneyText(money.start)}</TextButton>
        )}
      </StakeEntry>
      {odds && <OddsPanel odds={odds} />}
      <Button
        type="submit"
        look="line"
        size="tall"
        className="mt-3"
        busy={entry.busy}
        disabled={!entry.mayBet}
      >
        {stake === null ? 'Bet' : `Bet ${moneyText(stake)} play money`}
      </Button>
    </BetFrame>
  )
}
