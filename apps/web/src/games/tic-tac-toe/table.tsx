import { timesText } from '@pipkin/games'
import type { TicTacToeMove, TicTacToeRules } from '@pipkin/games/tic-tac-toe'
import { fkr, times } from '@pipkin/money'
import { Equal, Info } from 'lucide-react'
import { useState } from 'react'
import { returnsBy } from '../../play/play.ts'
import { Art } from '../../ui/art.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { returnText } from '../bet/odds-text.ts'
import type { GameTable } from '../game-screens.ts'
import { placeName } from '../table/board-grid.tsx'
import { anyStake } from '../table/demo-offer.ts'
import type { DockContent } from '../table/dock.tsx'
import { GameScreen } from '../table/game-screen.tsx'
import { againstStake, amountFigure, type ResultText } from '../table/result.tsx'
import { MarksBoard, tokens } from './marks-board.tsx'
import { ticTacToeOdds } from './odds.ts'
import {
  type TicTacToePlay,
  type TicTacToeRoundSeen,
  type TicTacToeSeen,
  ticTacToeOnScreen,
} from './on-screen.ts'
import { opponentInWords } from './opponent.ts'

type Board = TicTacToeSeen['board']
const noMarks: Board = Array.from({ length: 9 }, () => null)

/** Tic-tac-toe: the player is X and moves first. */
function TicTacToeFace({ play }: { play: TicTacToePlay }) {
  const { stage, round, terms, move } = play
  const rules = round?.rules ?? terms.rules
  const returns = returnsBy(terms, rules)
  const free = stage.at === 'open' && stage.unanswered === null
  const board = round?.view.board ?? noMarks
  const newest = useNewestO(board)
  return (
    <GameScreen
      play={play}
      tint="peach"
      name="tic-tac-toe"
      pictures={tokens}
      odds={ticTacToeOdds(rules, returns)}
      keys="Arrow keys move, Enter places an X."
      board={
        <MarksBoard
          board={board}
          placing={stage.at === 'moving' ? stage.move.cell : null}
          onPlace={free ? (cell) => move({ cell }) : null}
        />
      }
      remark={
        <div className="mt-3 flex items-start gap-2.5 px-0.5">
          <Info size={19} aria-hidden className="shrink-0 text-tint-ink" />
          <p className="text-sm text-ink2">{opponentInWords(rules).full}</p>
        </div>
      }
      idle={{
        tile: <TokenTile />,
        title: 'No bet yet',
        note: 'You are X and move first.',
        figures: [
          { label: 'Win returns', value: timesText(rules.winPays) },
          { label: 'Tie returns', value: timesText(rules.tiePays) },
          { label: 'Best play', value: returns ? returnText(returns.best) : '–' },
        ],
      }}
      dock={round && dockOf(play, round)}
      text={resultText(play)}
      said={saidOf(play, newest)}
    />
  )
}

const TokenTile = () => (
  <IconTile tint="peach" size="lg">
    <Art name="token-x" size={34} />
  </IconTile>
)

function dockOf(
  { stage, money }: TicTacToePlay,
  { rules, stake }: TicTacToeRoundSeen,
): DockContent {
  const waits = stage.at === 'moving'
  const figure = amountFigure(money.kind === 'real')
  return {
    tile: <TokenTile />,
    title: waits ? "The computer's turn" : 'Your turn',
    note: waits ? 'O is on its way.' : 'Place an X in an empty cell.',
    figures: [
      { label: 'Stake', value: figure(stake) },
      { label: 'Win returns', value: figure(times(stake, rules.winPays)) },
      { label: 'Tie returns', value: figure(times(stake, rules.tiePays)) },
    ],
    action: null,
  }
}

function resultText({ stage, money }: TicTacToePlay): ResultText | null {
  if (stage.at !== 'settled') return null
  const { round } = stage
  switch (round.status) {
    case 'Win':
      return {
        title: 'Three X in a row',
        note: `X wins, ${againstStake(round)}.`,
        tile: <TokenTile />,
      }
    case 'Tie':
      return {
        title: 'A tie',
        note:
          round.returned === round.stake
            ? `Your stake is back${money.kind === 'real' ? ' where it came from' : ''}.`
            : `What comes back is ${againstStake(round)}.`,
        tile: (
          <IconTile tone="tie" size="lg">
            <Equal size={23} />
          </IconTile>
        ),
      }
    default:
      return {
        title: 'Three O in a row',
        note: 'The computer wins, the stake is lost.',
        tile: (
          <IconTile size="lg">
            <Art name="token-o" size={34} />
          </IconTile>
        ),
      }
  }
}

/** The cell of the O that a board has and the one before it hadn't; null where there is none. */
function useNewestO(board: Board): number | null {
  const [seen, setSeen] = useState<{ board: Board; newest: number | null }>({ board, newest: null })
  if (seen.board !== board) {
    const cell = board.findIndex((mark, at) => mark === 'O' && seen.board[at] !== 'O')
    setSeen({ board, newest: cell < 0 ? null : cell })
  }
  return seen.newest
}

/** For those who hear the screen: what O did, and whose turn it is. */
function saidOf({ stage }: TicTacToePlay, newest: number | null): string | undefined {
  if (stage.at !== 'open') return undefined
  const { board } = stage.round.view
  const free = board.filter((mark) => mark === null).length
  const taken = newest === null ? '' : `O took ${placeName(newest, 3).toLowerCase()}. `
  return `${taken}Your turn, ${free} empty cells.`
}

export const table: GameTable<TicTacToeRules, TicTacToeMove, TicTacToeSeen> = {
  on: ticTacToeOnScreen,
  Face: TicTacToeFace,
  demo: {
    start: fkr(100),
    steps: { minimum: fkr(5), maximum: fkr(100), step: fkr(5) },
    limits: anyStake,
  },
}
