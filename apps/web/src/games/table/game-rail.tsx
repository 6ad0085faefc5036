import { moneyText } from '@pipkin/money'
import type { ReactNode } from 'react'
import { Worth } from '../../forms/worth.tsx'
import type { Play } from '../../play/play.ts'
import type { Round, Seal } from '../../play/round.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { type Odds, OddsLines } from '../bet/odds-panel.tsx'

/** A card of the right column. */
function RailCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="mb-3.5 px-4.5 py-4">
      <h2 className="mb-1 text-h3 font-720">{title}</h2>
      {children}
    </Card>
  )
}

/** What a game says in the right column. */
export interface RailTexts {
  odds: Odds
  /** More about the round. */
  lines?: Odds['lines']
  /** How the keyboard plays it. */
  keys?: string
}

interface GameRailProps extends RailTexts {
  play: Pick<Play<unknown, unknown, unknown>, 'stage' | 'round'>
  /** What stands at its top: the dock, or the bet. */
  panel: ReactNode
  results: ReactNode
}

/** What stands beside the board on a wide screen. */
export function GameRail(props: GameRailProps) {
  const { play, odds, lines = [], keys, panel, results } = props
  const { stage, round } = play
  const oddsCard = <OddsCard odds={odds} />
  return (
    <div className="pt-18">
      {panel}
      {round && <RoundCard round={round} lines={lines} />}
      {stage.at === 'idle' && oddsCard}
      {results}
      {stage.at !== 'idle' && oddsCard}
      {keys !== undefined && <p className="px-1 text-cap text-ink2">{keys}</p>}
    </div>
  )
}

interface RoundCardProps {
  round: Round<unknown, unknown, unknown>
  lines: Odds['lines']
}

/** The stake, where it came from, and what seals the round. */
function RoundCard({ round, lines }: RoundCardProps) {
  return (
    <RailCard title="This round">
      <dl>
        <KeyValue label="Stake" className="min-h-8.5">
          {moneyText(round.stake)} {round.seal && 'fkr'}
          {round.seal && <Worth of={round.stake} />}
        </KeyValue>
        {round.seal?.split && (
          <KeyValue label="From" className="min-h-8.5">
            {splitText(round.seal.split)}
          </KeyValue>
        )}
        {lines.map(({ label, value }) => (
          <KeyValue key={label} label={label} className="min-h-8.5">
            {value}
          </KeyValue>
        ))}
        {round.seal && (
          <KeyValue label="Commitment" className="min-h-11">
            <span className="flex items-center text-sm font-600 tracking-[0.01em]">
              {round.seal.commitment.slice(0, 8)}…{round.seal.commitment.slice(-6)}
              <CopyButton
                label="Copy the commitment"
                text={round.seal.commitment}
                className="-mr-3"
              />
            </span>
          </KeyValue>
        )}
      </dl>
    </RailCard>
  )
}

const splitText = (split: NonNullable<Seal['split']>): string =>
  [
    ['Deposit', split.deposit] as const,
    ['Bonus', split.bonus] as const,
    ['Win', split.win] as const,
  ]
    .filter(([, part]) => part > 0n)
    .map(([wallet, part]) => `${wallet} ${moneyText(part)}`)
    .join(' · ')

function OddsCard({ odds }: { odds: Odds }) {
  return (
    <RailCard title="The odds">
      <OddsLines odds={{ ...odds, lines: [...odds.lines, ...(odds.more ?? [])] }} tall />
    </RailCard>
  )
}
