import { moneyText, wholeMoneyFromWire } from '@pipkin/money'
import { useState } from 'react'
import type { DemoMoney, Play } from '../../play/play.ts'
import { useAfter } from '../../play/use-after.ts'
import { validateDemoBet } from '../../play/validate-demo-bet.ts'
import { Button } from '../../ui/button.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { type Odds, OddsPanel } from './odds-panel.tsx'
import { StakeEntry } from './stake-entry.tsx'

interface DemoBetFormProps {
  play: Pick<Play<unknown, unknown, unknown>, 'terms' | 'bet' | 'betFrom'>
  money: DemoMoney
  odds: Odds
  text: string
  onText: (text: string) => void
  onBet: () => void
}

/** The bet for play money. */
export function DemoBetForm({ play, money, odds, text, onText, onBet }: DemoBetFormProps) {
  const { terms, bet, betFrom } = play
  const [busy, setBusy] = useState(false)
  const [touched, setTouched] = useState(false)
  const mayBet = useAfter(betFrom)
  const wrong = validateDemoBet(text, money.limits, money.balance)
  const stake = wholeMoneyFromWire(text)

  async function place() {
    setTouched(true)
    if (busy || !mayBet || wrong !== undefined || stake === null) return
    setBusy(true)
    const answer = await bet(stake)
    setBusy(false)
    if (answer?.ok) onBet()
  }

  return (
    <>
      <p className="mb-2.5 text-sm text-ink2">
        Play money {moneyText(money.balance)} of {moneyText(money.start)}
      </p>
      <StakeEntry
        text={text}
        onChange={(next) => {
          setTouched(true)
          onText(next)
        }}
        limits={terms.limits}
        error={touched ? wrong : undefined}
      >
        {money.balance < terms.limits.minimum && (
          <TextButton onClick={money.refill}>Start again with {moneyText(money.start)}</TextButton>
        )}
      </StakeEntry>
      <OddsPanel odds={odds} />
      <Button
        look="line"
        size="tall"
        className="mt-3"
        busy={busy}
        disabled={!mayBet}
        onClick={() => void place()}
      >
        {stake === null ? 'Bet' : `Bet ${moneyText(stake)} play money`}
      </Button>
    </>
  )
}
