import { splitStake, validateBet } from '@pipkin/contract'
import { moneyText, subtract, wholeMoneyFromWire } from '@pipkin/money'
import { useState } from 'react'
import type { PlayableBalances } from '../../api/queries.ts'
import type { Play, RealMoney } from '../../play/play.ts'
import { useAfter } from '../../play/use-after.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { CommitmentLine, type Odds, OddsPanel } from './odds-panel.tsx'
import { StakeEntry } from './stake-entry.tsx'

interface BetFormProps {
  play: Pick<Play<unknown, unknown, unknown>, 'terms' | 'bet' | 'betFrom'>
  money: RealMoney
  odds: Odds
  /** What stands in the field: it outlives the sheet, so that Play Again never raises a stake. */
  text: string
  onText: (text: string) => void
  onBet: () => void
  demo: string
}

/** The bet for money: the stake, where it comes from, the odds, and what seals the round. */
export function BetForm({ play, money, odds, text, onText, onBet, demo }: BetFormProps) {
  const { terms, bet, betFrom } = play
  const { balances, commitment } = money
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [touched, setTouched] = useState(false)
  const mayBet = useAfter(betFrom)

  const wrong = balances && validateBet(text, terms.limits, balances.deposit)
  const said = refusal?.text === text && !(refusal.wait && mayBet) ? refusal.message : undefined
  const stake = wholeMoneyFromWire(text)

  async function place() {
    setTouched(true)
    if (busy || !mayBet || wrong !== undefined || stake === null || commitment === undefined) return
    setBusy(true)
    setRefusal(null)
    const answer = await bet(stake)
    setBusy(false)
    if (answer?.ok) onBet()
    else if (answer?.kind === 'refused')
      setRefusal({ text, message: answer.message, wait: answer.waitMs > 0 })
  }

  return (
    <>
      {money.readAgain && <ErrorState onRetry={money.readAgain} />}
      <p className="mb-2.5 min-h-5 text-sm text-ink2">{balances && balancesText(balances)}</p>
      <StakeEntry
        text={text}
        onChange={(next) => {
          setTouched(true)
          onText(next)
        }}
        limits={terms.limits}
        unit="fkr"
        error={(touched ? wrong : undefined) ?? said}
      >
        <p className="text-ink2">
          {moneyText(terms.limits.minimum)} to {moneyText(terms.limits.maximum)}, in steps of{' '}
          {moneyText(terms.limits.step)}.{' '}
          {terms.roundsADay === null
            ? 'At least 20\u00a0% from Deposit.'
            : `At most ${terms.roundsADay} rounds in 24 hours.`}
        </p>
        {balances ? <SplitLine text={text} balances={balances} /> : <p className="min-h-5" />}
      </StakeEntry>
      <OddsPanel odds={odds}>
        <CommitmentLine commitment={commitment} />
      </OddsPanel>
      <Button
        size="tall"
        className="mt-3"
        busy={busy}
        disabled={!mayBet || commitment === undefined || balances === undefined}
        onClick={() => void place()}
      >
        {stake === null ? 'Bet' : `Bet ${moneyText(stake)} fkr`}
      </Button>
      <p className="mt-1.25 text-center text-sm">
        <TextLink to={demo} className="inline-block p-3">
          Try the demo first
        </TextLink>
      </p>
    </>
  )
}

/** What the server said to a stake; where it only asked to wait, that is over when the wait is. */
interface Refusal {
  readonly text: string
  readonly message: string
  readonly wait: boolean
}

const unlocked = ({ bonus, locked }: PlayableBalances) => subtract(bonus, locked.bonus)

function balancesText(balances: PlayableBalances): string {
  const locked = balances.locked.bonus > 0n ? ` (${moneyText(balances.locked.bonus)} locked)` : ''
  const bonus = `${moneyText(unlocked(balances))}${locked}`
  return `Deposit ${moneyText(balances.deposit)} · Bonus ${bonus} · Win ${moneyText(balances.win)}`
}

/** From which wallets the stake would come. */
function SplitLine({ text, balances }: { text: string; balances: PlayableBalances }) {
  const stake = wholeMoneyFromWire(text)
  const { deposit, win } = balances
  const isStake = stake !== null && stake > 0n
  const split = isStake && splitStake(stake, { deposit, bonus: unlocked(balances), win })
  return (
    <p className="min-h-5 font-640">
      {!isStake ? undefined : split ? (
        `From Deposit ${moneyText(split.deposit)} · Bonus ${moneyText(split.bonus)} · Win ${moneyText(split.win)}`
      ) : (
        <>
          Your balances don’t cover this stake.{' '}
          <TextLink to="/account/wallet/deposite" className="-my-3 inline-block py-3">
            Deposit
          </TextLink>
        </>
      )}
    </p>
  )
}
