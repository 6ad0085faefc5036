import { timesText } from '@pipkin/games'
import type { MinesMove, MinesRules } from '@pipkin/games/mines'
import { fkr, type Money, moneyText } from '@pipkin/money'
import { Bomb, HandCoins } from 'lucide-react'
import { Worth } from '../../forms/worth.tsx'
import { Coin, Fkr } from '../../ui/art.tsx'
import { Card } from '../../ui/card.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { anyOf, returnText } from '../bet/odds-text.ts'
import type { GameTable } from '../game-screens.ts'
import { placeName } from '../table/board-grid.tsx'
import { anyStake } from '../table/demo-offer.ts'
import type { DockContent } from '../table/dock.tsx'
import { GameScreen } from '../table/game-screen.tsx'
import { againstStake, amountFigure, type ResultText } from '../table/result.tsx'
import { MinesBoard, pictures } from './mines-board.tsx'
import { movedTiles } from './moved-tiles.ts'
import { minesOdds } from './odds.ts'
import { type MinesPlay, type MinesRoundSeen, type MinesSeen, minesOnScreen } from './on-screen.ts'
import { ReturnMeter } from './return-meter.tsx'
import { safeChance } from './safe-chance.ts'
import { winAmountOf } from './win-amount.ts'

/** Mines: open tiles, cash out in time. */
function MinesFace({ play }: { play: MinesPlay }) {
  const { stage, round, terms, move } = play
  const rules = round?.rules ?? terms.rules
  const free = stage.at === 'open' && stage.unanswered === null
  return (
    <GameScreen
      play={play}
      tint="leaf"
      name="mines"
      pictures={pictures}
      odds={minesOdds(rules, terms.returns)}
      lines={round ? linesOf(play, round) : []}
      remark={round && <MovedTiles round={round} />}
      keys="Arrow keys move, Enter opens a tile."
      board={
        <MinesBoard
          rules={rules}
          view={round?.view ?? null}
          opening={stage.at === 'moving' && 'reveal' in stage.move ? stage.move.reveal : null}
          onOpen={free ? (cell) => move({ reveal: cell }) : null}
        />
      }
      idle={{
        tile: (
          <IconTile tint="leaf" size="lg">
            <Bomb size={23} />
          </IconTile>
        ),
        title: 'No bet yet',
        note: `A safe tile adds ${paysOf(rules)}.`,
        figures: [
          { label: 'Mines', value: `${rules.mines} of ${rules.cells}` },
          { label: 'First tile safe', value: safeChance(rules, 0).short },
          { label: 'Best play', value: terms.returns ? returnText(terms.returns.best) : '–' },
        ],
      }}
      dock={round && dockOf(play, round)}
      text={resultText(play)}
      said={saidOf(round)}
    />
  )
}

function linesOf({ stage }: MinesPlay, round: MinesRoundSeen) {
  const { seal, rules, view } = round
  const opened = view.revealed.length
  return [
    ...(stage.at === 'settled'
      ? []
      : [{ label: 'Next tile safe', value: safeChance(rules, opened).words }]),
    ...(seal && opened > 0 && movedTiles(round).length === 0
      ? [{ label: 'Opened tiles', value: `${opened}, as sealed` }]
      : []),
  ]
}

/**
 * Compares every opened tile with the sealed deal as it comes. If this warning ever shows, it is
 * proof against the house.
 */
function MovedTiles({ round }: { round: MinesRoundSeen }) {
  const [moved] = movedTiles(round)
  if (moved === undefined) return null
  return (
    <Card role="alert" className="mt-3 px-3.5 py-3 text-sm text-loss">
      {placeName(moved, 5)} is not what was sealed at the deal. This browser keeps the signed
      receipt. <TextLink to="/fairness">Fairness</TextLink>
    </Card>
  )
}

function dockOf({ stage, move, money }: MinesPlay, round: MinesRoundSeen): DockContent {
  const { rules, stake, view } = round
  const returned = winAmountOf(round.view, round.stake)
  const real = money.kind === 'real'
  return {
    title: real ? 'Return if you cash out' : 'Play money if you cash out',
    end: <ReturnFigure returned={returned} stake={stake} coin={real} />,
    meter: <ReturnMeter stake={stake} returned={returned} />,
    figures: [
      { label: 'Stake', value: amountFigure(real)(stake) },
      { label: 'Mines', value: `${rules.mines} of ${rules.cells}` },
      { label: 'Next tile safe', value: safeChance(rules, view.revealed.length).short },
    ],
    action: {
      label: 'Cash Out',
      onPress: () => move({ cashOut: true }),
      busy: stage.at === 'moving' && 'cashOut' in stage.move,
      disabled: view.revealed.length === 0,
    },
    ...(real && {
      foot: (
        <p className="mt-2.75 text-center text-sm text-ink2">
          A mine ends the round and the stake is lost.
        </p>
      ),
    }),
  }
}

function ReturnFigure({ returned, stake, coin }: { returned: Money; stake: Money; coin: boolean }) {
  return (
    <span className={`flex items-center gap-1.5 text-h1 ${returned > stake ? 'text-win' : ''}`}>
      {coin && <Coin size={23} />}
      {moneyText(returned)}
      {coin && <Fkr />}
      {coin && <Worth of={returned} />}
    </span>
  )
}

function resultText({ stage }: MinesPlay): ResultText | null {
  if (stage.at !== 'settled') return null
  const { round } = stage
  const opened = round.view.revealed.length
  if (round.status === 'Loss')
    return {
      title: 'That was a mine',
      note: 'The round is over, the stake is lost.',
      tile: (
        <IconTile size="lg">
          <Bomb size={23} />
        </IconTile>
      ),
    }
  return {
    title: round.moves.some((move) => 'cashOut' in move)
      ? 'You cashed out'
      : 'Every safe tile is open',
    note: `${opened} ${opened === 1 ? 'tile' : 'tiles'} opened, ${againstStake(round)}.`,
    tile: (
      <IconTile size="lg">
        <HandCoins size={23} />
      </IconTile>
    ),
  }
}

/** For screen readers: the last tile, and what a cash out returns. */
function saidOf(round: MinesRoundSeen | null): string | undefined {
  const last = round?.view.revealed.at(-1)
  if (!round || !last) return undefined
  return `${placeName(last.cell, 5)}: ${last.multiplier / 100} times. Cash out returns ${moneyText(winAmountOf(round.view, round.stake))}.`
}

const paysOf = ({ multipliers }: MinesRules): string =>
  anyOf(multipliers.map(([each]) => timesText(each)))

export const table: GameTable<MinesRules, MinesMove, MinesSeen> = {
  on: minesOnScreen,
  Face: MinesFace,
  demo: {
    differs: (rules, real) => `its flowers pay ${paysOf(rules)} instead of ${paysOf(real)}`,
    start: fkr(100),
    steps: { minimum: fkr(10), maximum: fkr(100), step: fkr(10) },
    limits: anyStake,
  },
}
