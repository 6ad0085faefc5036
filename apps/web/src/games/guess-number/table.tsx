import { timesText } from '@pipkin/games'
import { choicePays, type GuessMove, type GuessRules } from '@pipkin/games/guess-number'
import { fkr, times } from '@pipkin/money'
import { Dices } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconTile } from '../../ui/icon-tile.tsx'
import { toast } from '../../ui/toasts.ts'
import { returnText } from '../bet/odds-text.ts'
import type { GameTable } from '../game-screens.ts'
import type { DockContent } from '../table/dock.tsx'
import { GameScreen } from '../table/game-screen.tsx'
import { againstStake, amountFigure, type ResultText } from '../table/result.tsx'
import { chanceOf } from './chance.ts'
import { nameOf } from './choices.ts'
import { Groups } from './groups.tsx'
import { NumbersBoard } from './numbers-board.tsx'
import { guessOdds } from './odds.ts'
import { type GuessPlay, type GuessSeen, guessOnScreen } from './on-screen.ts'

/** Its board is numbers alone. */
const none: readonly never[] = []

const Tile = ({ children }: { children: ReactNode }) => (
  <IconTile tint="sky" size="lg">
    {children}
  </IconTile>
)

/** Guess number: fifteen numbers, one choice, one draw. */
function GuessFace({ play }: { play: GuessPlay }) {
  const { stage, round, terms } = play
  const [picked, setPicked] = useState<{
    readonly round: string
    readonly choice: GuessMove
  } | null>(null)
  const rules = round?.rules ?? terms.rules
  const numbers = round?.view.numbers ?? null
  const choice = choiceNow(play, picked?.round === round?.id ? (picked?.choice ?? null) : null)
  const free = stage.at === 'open' && stage.unanswered === null
  const choose = free
    ? (next: GuessMove) => setPicked({ round: stage.round.id, choice: next })
    : null

  return (
    <GameScreen
      play={play}
      tint="sky"
      name="guess-number"
      pictures={none}
      odds={guessOdds(rules, terms.returns)}
      board={
        <>
          <NumbersBoard
            rules={rules}
            numbers={numbers}
            choice={choice}
            result={round?.view.result}
            onChoose={choose}
          />
          <Groups rules={rules} numbers={numbers} choice={choice} onChoose={choose} />
        </>
      }
      idle={{
        tile: <DiceTile />,
        title: 'No bet yet',
        note: 'The numbers are dealt after your bet.',
        figures: [
          { label: 'A number', value: timesText(rules.numberPays) },
          { label: 'A group', value: timesText(rules.extraPays) },
          { label: 'Best play', value: terms.returns ? returnText(terms.returns.best) : '–' },
        ],
      }}
      dock={dockOf(play, choice)}
      text={resultText(play)}
    />
  )
}

const DiceTile = () => (
  <Tile>
    <Dices size={23} />
  </Tile>
)

/** The choice that counts: once one is sent, later presses don't change it. */
function choiceNow({ stage }: GuessPlay, picked: GuessMove | null): GuessMove | null {
  if (stage.at === 'moving') return stage.move
  if (stage.at === 'open') return stage.unanswered ?? picked
  return stage.at === 'settled' ? (stage.round.moves[0] ?? null) : null
}

function dockOf(
  { stage, round, move, money }: GuessPlay,
  choice: GuessMove | null,
): DockContent | null {
  if (!round) return null
  const { rules, stake, view } = round
  const chance = chanceOf(
    rules,
    choice ?? { choice: 'number', number: view.numbers[0] ?? 0 },
    view.numbers,
  )
  const moving = stage.at === 'moving'
  const figure = amountFigure(money.kind === 'real')
  const draw = () => (choice ? move(choice) : toast.error('Please Choose Any Option'))
  return {
    tile: <DiceTile />,
    title: moving
      ? 'Drawing…'
      : choice
        ? `Your pick: ${nameOf(rules, choice)}`
        : 'Pick a number or a group',
    note: `A number returns ${timesText(rules.numberPays)}, a group ${timesText(rules.extraPays)}.`,
    figures: [
      { label: 'Stake', value: figure(stake) },
      { label: choice ? 'Chance' : 'Each number', value: chance.count },
      {
        label: 'If it wins',
        value: choice ? figure(times(stake, choicePays(rules, choice))) : '–',
      },
    ],
    action: { label: 'Draw the number', onPress: draw, busy: moving },
  }
}

function resultText({ stage }: GuessPlay): ResultText | null {
  if (stage.at !== 'settled') return null
  const { round } = stage
  const [choice] = round.moves
  const { result } = round.view
  const pick = choice ? nameOf(round.rules, choice) : 'Nothing'
  return {
    title: `${result ?? 'Nothing'} was drawn`,
    note:
      round.returned > 0n
        ? `${pick} wins, ${againstStake(round)}.`
        : `Your pick was ${pick}. The stake is lost.`,
    tile: (
      <Tile>
        <span className="text-[1.375rem] font-770">{result}</span>
      </Tile>
    ),
  }
}

const limits = { minimum: fkr(5), maximum: fkr(30), step: fkr(5) }

export const table: GameTable<GuessRules, GuessMove, GuessSeen> = {
  on: guessOnScreen,
  Face: GuessFace,
  demo: { start: fkr(50), steps: limits, limits },
}
