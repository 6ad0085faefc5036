import { timesText } from '@pipkin/games'
import type { SlotMove, SlotRules } from '@pipkin/games/slot-machine'
import { fkr, times } from '@pipkin/money'
import { Cherry, CircleSlash, Lock } from 'lucide-react'
import { IconTile } from '../../ui/icon-tile.tsx'
import { useReducedMotion } from '../../ui/use-media.ts'
import { returnText } from '../bet/odds-text.ts'
import type { GameTable } from '../game-screens.ts'
import { anyStake } from '../table/demo-offer.ts'
import type { DockContent } from '../table/dock.tsx'
import { GameScreen } from '../table/game-screen.tsx'
import { amountFigure, type ResultText } from '../table/result.tsx'
import { fruitArt } from './fruit-art.ts'
import { slotOdds } from './odds.ts'
import { type SlotPlay, type SlotRoundSeen, type SlotSeen, slotOnScreen } from './on-screen.ts'
import { PaysCard } from './pays-card.tsx'
import { Reels } from './reels.tsx'
import { type Reel, restingReels, settledReels, spinningReels } from './spin.ts'
import { useStopped } from './use-stopped.ts'

const spin: SlotMove = { spin: true }

/** Fruit slot: one press, three reels. */
function SlotFace({ play }: { play: SlotPlay }) {
  const { stage, round, terms } = play
  const rules = round?.rules ?? terms.rules
  const calm = useReducedMotion()
  const stopped = useStopped(stage.at === 'moving' ? stage.pressedAt : Number.POSITIVE_INFINITY)
  return (
    <GameScreen
      play={play}
      tint="rose"
      name="slot-machine"
      pictures={fruitArt}
      odds={slotOdds(rules, terms.returns, terms.topPrizeOdds)}
      board={
        <>
          <Reels
            symbols={rules.symbols}
            reels={reelsNow(play, stopped, calm)}
            result={round?.view.reels}
          />
          <PaysCard rules={rules} returns={terms.returns} />
        </>
      }
      idle={{
        tile: (
          <IconTile tint="rose" size="lg">
            <Cherry size={23} />
          </IconTile>
        ),
        title: 'No bet yet',
        note: 'Three reels spin after your bet.',
        figures: [
          { label: 'Two equal', value: timesText(rules.pairPays) },
          { label: 'Three equal', value: timesText(rules.jackpotPays) },
          { label: 'On average', value: terms.returns ? returnText(terms.returns.best) : '–' },
        ],
      }}
      dock={round && dockOf(play, round)}
      text={resultText(play)}
      onlyMove={spin}
    />
  )
}

function reelsNow(
  { stage, terms }: SlotPlay,
  stopped: number,
  calm: boolean,
): readonly Reel[] | null {
  if (stage.at === 'idle') return restingReels(terms.rules.symbols)
  const { symbols } = stage.round.rules
  if (stage.at === 'moving')
    return calm ? null : spinningReels(stopped, stage.ended?.view.reels ?? null)
  const { reels } = stage.round.view
  return reels ? settledReels(reels, symbols) : restingReels(symbols)
}

function dockOf({ stage, move, money }: SlotPlay, { rules, stake }: SlotRoundSeen): DockContent {
  const spinning = stage.at === 'moving'
  const figure = amountFigure(money.kind === 'real')
  return {
    tile: (
      <IconTile size="lg">
        <Lock size={23} />
      </IconTile>
    ),
    title: spinning ? 'Spinning…' : 'Bet placed',
    note: `The result is already fixed${money.kind === 'real' ? ' and sealed' : ''}.`,
    figures: [
      { label: 'Stake', value: figure(stake) },
      { label: 'Two equal', value: figure(times(stake, rules.pairPays)) },
      { label: 'Three equal', value: figure(times(stake, rules.jackpotPays)) },
    ],
    action: { label: 'Spin', onPress: () => move(spin), busy: spinning },
  }
}

function resultText({ stage }: SlotPlay): ResultText | null {
  if (stage.at !== 'settled') return null
  const { status, rules } = stage.round
  const tile = (
    <IconTile size="lg">
      <CircleSlash size={23} />
    </IconTile>
  )
  switch (status) {
    case 'Win':
      return {
        title: 'Three match',
        note: `Win: ${timesText(rules.jackpotPays)} your stake comes back.`,
        tile,
      }
    case 'PartialWin':
      return {
        title: 'Two match',
        note: `Partial Win: ${timesText(rules.pairPays)} your stake comes back.`,
        tile,
      }
    default:
      return { title: 'None match', note: 'The round is over, the stake is lost.', tile }
  }
}

export const table: GameTable<SlotRules, SlotMove, SlotSeen> = {
  on: slotOnScreen,
  Face: SlotFace,
  demo: {
    start: fkr(100),
    steps: { minimum: fkr(10), maximum: fkr(100), step: fkr(10) },
    limits: anyStake,
  },
}
