import { moneyText } from '@pipkin/money'
import type { DemoMoney } from '../../play/play.ts'
import { Button } from '../../ui/button.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { BetFrame, type BetProps } from './bet-frame.tsx'
import { OddsPanel } from './odds-panel.tsx'
import { StakeEntry, useStakeField } from './stake-entry.tsx'

/** The bet for play money. */
export function DemoBetForm(props: BetProps & { money: DemoMoney }) {
  const { play, money, odds, entry, focused, onBet } = props
  const { limits } = play.terms
  const { stake } = entry
  const field = useStakeField(focused)

  return (
    <BetFrame entry={entry} onBet={onBet}>
      <p className="mb-2.5 text-sm text-ink2">
        Play money {moneyText(money.balance)} of {moneyText(money.start)}
      </p>
      <StakeEntry entry={entry} limits={limits} field={field}>
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
