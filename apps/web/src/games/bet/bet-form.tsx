import type { StakeSplit } from '@pipkin/games'
import { type Money, moneyText, subtract } from '@pipkin/money'
import { Info } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useBreak } from '../../api/limits.ts'
import { type PlayableBalances, refetchCalls } from '../../api/queries.ts'
import { type FundingMove, movedText, moveForStake } from '../../forms/funding-move.ts'
import { LazyFundingButton } from '../../forms/lazy-funding-button.tsx'
import { useStillHere } from '../../forms/use-still-here.ts'
import { MoneyAndWorth, useWorthText, WorthLine, type WorthText } from '../../forms/worth.tsx'
import type { Play, RealMoney } from '../../play/play.ts'
import type { Doubt } from '../../play/use-doubt.ts'
import { useHeld } from '../../play/use-held.ts'
import { Button } from '../../ui/button.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { toast } from '../../ui/toasts.ts'
import { BetFrame } from './bet-frame.tsx'
import { DemoLink } from './demo-link.tsx'
import { CommitmentLine, type Odds, OddsPanel } from './odds-panel.tsx'
import { StakeEntry } from './stake-entry.tsx'
import { type BetEntry, fundingOf } from './use-bet-entry.ts'

interface BetFormProps {
  play: Pick<Play<unknown, unknown, unknown>, 'terms'>
  money: RealMoney
  /** Null if they are shown beside the form. */
  odds: Odds | null
  entry: BetEntry<unknown>
  /** Begins with the focus in the stake, so that Enter bets. */
  focused?: boolean
  onBet: () => void
}

/** The bet for money: the stake, where it comes from, the odds, and what seals the round. */
export function BetForm({ play, money, odds, entry, focused, onBet }: BetFormProps) {
  const { limits, hardUntil, other } = play.terms
  const { commitment } = money
  const { text, stake, error } = entry
  // Before the form closes, the stake has left the balances, which would seem not to cover it.
  const balances = useHeld(money.balances, entry.busy)
  const worth = useWorthText()
  const [moved, setMoved] = useState<FundingMove | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isStillHere = useStillHere()
  const isStake = stake !== null && stake > 0n && stake <= limits.maximum
  const funding = isStake ? fundingOf({ balances }, stake) : null
  const move = isStake && balances ? moveForStake(stake, balances) : null
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  // Rules that take turns may have changed since they were read.
  const takesTurns = other !== null
  useEffect(() => {
    if (takesTurns) void refetchCalls('listGames')
  }, [takesTurns])

  async function goOn(first: FundingMove) {
    if (stake === null || !isStillHere()) return toast.success('Amount Transfer successful')
    setMoved(first)
    const answer = await entry.send(stake)
    if (answer?.ok) onBet()
    else field.current?.focus()
  }

  const commitmentLine = <CommitmentLine commitment={commitment} />
  return (
    <BetFrame entry={entry} onBet={onBet}>
      {money.readAgain && <ErrorState onRetry={money.readAgain} />}
      <p className="mb-2.5 min-h-5 text-sm text-ink2">
        {balances && balancesText(balances, worth)}
      </p>
      {hardUntil && <HardRounds />}
      <StakeEntry
        text={text}
        onChange={entry.change}
        limits={limits}
        unit="fkr"
        error={error}
        field={field}
      >
        <WhatMayBeStaked terms={play.terms} balances={balances} />
        {!move && (
          <div className="min-h-5 font-640">
            {funding
              ? fundingText(funding, worth)
              : isStake && balances && <NotCovered player={money.player} />}
          </div>
        )}
      </StakeEntry>
      <WorthLine of={stake} />
      {move && stake !== null && (
        <LazyFundingButton
          player={money.player}
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
      {odds ? (
        <OddsPanel odds={odds}>{commitmentLine}</OddsPanel>
      ) : (
        <div className="mt-1">{commitmentLine}</div>
      )}
      {money.doubt && <NoAnswer>{doubtText(money.doubt, worth)}</NoAnswer>}
      <Button
        type="submit"
        size="tall"
        className="mt-3"
        busy={entry.busy}
        disabled={!entry.mayBet || entry.isStakeBarred}
      >
        {stake === null ? 'Bet' : `Bet ${moneyText(stake)} fkr`}
      </Button>
      <DemoLink gameId={play.terms.gameId} />
    </BetFrame>
  )
}

/** The game's steps and rounds a day, and what the balances allow if that is less. */
function WhatMayBeStaked({
  terms: { limits, roundsADay },
  balances,
}: Pick<BetFormProps['play'], 'terms'> & Pick<RealMoney, 'balances'>) {
  return (
    <>
      <p className="text-ink2">
        {moneyText(limits.minimum)} to {moneyText(limits.maximum)}, in steps of{' '}
        {moneyText(limits.step)}.{' '}
        {roundsADay === null
          ? 'At least 20\u00a0% from Deposit.'
          : `At most ${roundsADay} rounds in 24 hours.`}
      </p>
      {balances &&
        balances.stakeable < limits.maximum &&
        balances.stakeable < balances.playable && (
          <p className="text-ink2">
            Up to <MoneyAndWorth of={balances.stakeable} /> can be staked now.
          </p>
        )}
    </>
  )
}

function fundingText({ deposit, bonus, win }: StakeSplit<Money>, worth: WorthText): string {
  const text = (of: Money) => `${moneyText(of)}${worth(of)}`
  return `From Deposit ${text(deposit)} · Bonus ${text(bonus)} · Win ${text(win)}`
}

function doubtText({ stake, known }: Doubt, worth: WorthText): string {
  const bet = `bet of ${moneyText(stake)} fkr${worth(stake)}`
  return {
    asking: `No answer came. Asking whether your ${bet} counts…`,
    noRound: `No answer came. No round is open: nothing is taken of your ${bet} so far. Trying again is safe: it is done once.`,
    refused: `Your ${bet} was refused: nothing is taken of it.`,
  }[known]
}

/** Says that the rules in force are the hard ones, why, and for how long. */
const HardRounds = () => (
  <p className="mb-2.5 flex items-start gap-2.5 rounded-md bg-info-tint px-3.5 py-2.75 text-sm">
    <Info size={20} aria-hidden className="shrink-0 text-info" />
    <span>
      <strong>Every round is hard now, until 00:00 UTC at the latest.</strong> What the house may
      lose here today is lost, or held by open rounds.
    </span>
  </p>
)

function balancesText({ deposit, bonus, win, locked }: PlayableBalances, worth: WorthText): string {
  const text = (of: Money) => `${moneyText(of)}${worth(of)}`
  const lockedText = locked.bonus > 0n ? ` (${text(locked.bonus)} locked)` : ''
  const free = text(subtract(bonus, locked.bonus))
  return `Deposit ${text(deposit)} · Bonus ${free}${lockedText} · Win ${text(win)}`
}

/** Says that the balances don't cover the stake; links to a deposit, but not on a break. */
function NotCovered({ player }: { player: number }) {
  const held = useBreak(player)
  return (
    <p>
      Your balances don’t cover this stake.{' '}
      {!held && (
        <TextLink to="/account/wallet/deposite" className="-my-3 inline-block py-3">
          Deposit
        </TextLink>
      )}
    </p>
  )
}
