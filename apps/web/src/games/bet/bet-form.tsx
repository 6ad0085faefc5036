import { moneyText } from '@pipkin/money'
import { Info } from 'lucide-react'
import { useEffect } from 'react'
import { useBreak } from '../../api/limits.ts'
import { refetchCalls } from '../../api/queries.ts'
import { fundingOf, moveForStake } from '../../forms/funding-move.ts'
import { MoneyAndWorth, useWorthText, WorthLine } from '../../forms/worth.tsx'
import type { RealMoney } from '../../play/play.ts'
import { useHeld } from '../../play/use-held.ts'
import { Button } from '../../ui/button.tsx'
import { NoAnswer } from '../../ui/no-answer.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { BetFrame, type BetProps } from './bet-frame.tsx'
import { balancesText, doubtText, fundingText } from './bet-texts.ts'
import { DemoLink } from './demo-link.tsx'
import { MoveAndBet } from './move-and-bet.tsx'
import { CommitmentLine, OddsPanel } from './odds-panel.tsx'
import { StakeEntry, useStakeField } from './stake-entry.tsx'

/** The bet for money: the stake, where it comes from, the odds, and what seals the round. */
export function BetForm(props: BetProps & { money: RealMoney }) {
  const { play, money, odds, entry, focused, onBet } = props
  const { limits, hardUntil, other } = play.terms
  const { stake } = entry
  // Before the form closes, the stake has left the balances, which would seem not to cover it.
  const balances = useHeld(money.balances, entry.busy)
  const worth = useWorthText()
  const field = useStakeField(focused)
  const isPossible = balances && stake !== null && stake > 0n && stake <= limits.maximum
  const funding = isPossible ? fundingOf(stake, balances) : null
  const move = isPossible ? moveForStake(stake, balances) : null
  // Rules that take turns may have changed since they were read.
  const takesTurns = other !== null
  useEffect(() => {
    if (takesTurns) void refetchCalls('listGames')
  }, [takesTurns])

  const commitmentLine = <CommitmentLine commitment={money.commitment} />
  return (
    <BetFrame entry={entry} onBet={onBet}>
      {money.readAgain && <ErrorState onRetry={money.readAgain} />}
      <p className="mb-2.5 min-h-5 text-sm text-ink2">
        {balances && balancesText(balances, worth)}
      </p>
      {hardUntil && <HardRounds />}
      <StakeEntry entry={entry} limits={limits} unit="fkr" field={field}>
        <WhatMayBeStaked terms={play.terms} balances={balances} />
        {!move && (
          <div className="min-h-5 font-640">
            {funding
              ? fundingText(funding, worth)
              : isPossible && <NotCovered player={money.player} />}
          </div>
        )}
      </StakeEntry>
      <WorthLine of={stake} />
      <MoveAndBet player={money.player} move={move} entry={entry} field={field} onBet={onBet} />
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
}: Pick<BetProps['play'], 'terms'> & Pick<RealMoney, 'balances'>) {
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

/** Says that the balances don't cover the stake; links to a deposit, but not on a break. */
function NotCovered({ player }: { player: number }) {
  const held = useBreak(player)
  return (
    <p>
      Your balances don't cover this stake.{' '}
      {!held && (
        <TextLink to="/account/wallet/deposite" className="-my-3 inline-block py-3">
          Deposit
        </TextLink>
      )}
    </p>
  )
}
