import { type Fraction, greatest, isMore, mean, ofStake, one, zero } from '../exact/fraction.ts'
import type { End, Solution, Strategy } from '../exact/strategy.ts'
import type { GameReturns } from '../game.ts'
import {
  type Board,
  boardText,
  emptyBoard,
  emptyCells,
  resultForX,
  winningCells,
  withMark,
} from './board.ts'
import { replyCandidates, type TicTacToeMove, type TicTacToeState } from './rules.ts'
import type { TicTacToeRules } from './settings.ts'

/** O's replies on a board, each as likely as the others. */
type Replies = (board: Board) => readonly Board[]

/** What each cell of a board is worth to X. */
type WorthOfCell = (board: Board, cell: number) => Fraction

/** A way of playing X: computes the worth of a board from the worth of its cells. */
type Weigh = (board: Board, worthOf: (cell: number) => Fraction) => Fraction

const perfect: Weigh = (board, worthOf) => greatest(emptyCells(board).map(worthOf))

const random: Weigh = (board, worthOf) => mean(emptyCells(board).map(worthOf))

/** Takes a win, else stops one of O's, else plays anywhere. */
const casual: Weigh = (board, worthOf) => {
  const wins = winningCells(board, 'X')
  const blocks = winningCells(board, 'O')
  const cells = wins.length > 0 ? wins : blocks.length > 0 ? blocks : emptyCells(board)
  return mean(cells.map(worthOf))
}

/** Memoizes a function of a board. */
function once<T>(answer: (board: Board) => T): (board: Board) => T {
  const known = new Map<string, T>()
  return (board) => {
    const key = boardText(board)
    const before = known.get(key)
    if (before !== undefined) return before
    const now = answer(board)
    known.set(key, now)
    return now
  }
}

/** O's replies in kind rounds or in hard ones, by the rules' own code. */
const repliesIn = (kind: boolean): Replies =>
  once((board) => replyCandidates(board, kind).map((cell) => withMark(board, cell, 'O')))

/**
 * The average return of a way of playing, for each cell. Boards are those on which it is X's turn.
 */
function solver({ winPays, tiePays }: TicTacToeRules, replies: Replies, weigh: Weigh): WorthOfCell {
  const worthOf = once((board) => {
    switch (resultForX(board)) {
      case 1:
        return ofStake(winPays)
      case 0:
        return ofStake(tiePays)
      case -1:
        return zero
      case null:
        return weigh(board, (cell) => worthOfCell(board, cell))
    }
  })

  function worthOfCell(board: Board, cell: number): Fraction {
    const after = withMark(board, cell, 'X')
    return resultForX(after) === null ? mean(replies(after).map(worthOf)) : worthOf(after)
  }
  return worthOfCell
}

/** Exact returns against O's replies as the rules draw them. */
function solveTicTacToe(rules: TicTacToeRules): Solution {
  const [kindReplies, hardReplies] = [repliesIn(true), repliesIn(false)]
  const from = (replies: Replies, weigh: Weigh) => {
    const worthOfCell = solver(rules, replies, weigh)
    return weigh(emptyBoard, (cell) => worthOfCell(emptyBoard, cell))
  }
  const strategy = (name: string, weigh: Weigh): Strategy => ({
    name,
    kind: from(kindReplies, weigh),
    hard: from(hardReplies, weigh),
  })
  return {
    best: strategy('best play', perfect),
    bestPlay: 'never lose. A perfect player wins or ties every round.',
    others: [
      strategy('takes wins, blocks, else plays anywhere', casual),
      strategy('plays anywhere', random),
    ],
  }
}

/** Best play move by move: the lowest of the best cells. */
function bestTicTacToe(rules: TicTacToeRules): (state: TicTacToeState) => TicTacToeMove {
  const inKind = solver(rules, repliesIn(true), perfect)
  const inHard = solver(rules, repliesIn(false), perfect)
  const cellIn = {
    kind: once((board) => bestCell(board, inKind)),
    hard: once((board) => bestCell(board, inHard)),
  }
  return ({ board, kind }) => ({ cell: cellIn[kind ? 'kind' : 'hard'](board) })
}

/** The cell that best play takes: the lowest of the best. */
function bestCell(board: Board, worthOfCell: WorthOfCell): number {
  const worths = emptyCells(board).map((cell) => ({ cell, worth: worthOfCell(board, cell) }))
  return worths.reduce((best, next) => (isMore(next.worth, best.worth) ? next : best)).cell
}

const endNames = [
  { name: 'a win', result: 1 },
  { name: 'a tie', result: 0 },
  { name: 'a loss', result: -1 },
] as const

/** How often best play wins, ties and loses. */
function endsOfTicTacToe(rules: TicTacToeRules): End[] {
  const chanceIn = (replies: Replies) => {
    const worthOfCell = solver(rules, replies, perfect)
    return (wanted: number): Fraction => {
      const chanceOf = once((board: Board): Fraction => {
        const result = resultForX(board)
        if (result !== null) return result === wanted ? one : zero
        const after = withMark(board, bestCell(board, worthOfCell), 'X')
        return resultForX(after) === null ? mean(replies(after).map(chanceOf)) : chanceOf(after)
      })
      return chanceOf(emptyBoard)
    }
  }
  const [kind, hard] = [chanceIn(repliesIn(true)), chanceIn(repliesIn(false))]
  const pays = { 1: rules.winPays, 0: rules.tiePays, [-1]: 0 }
  return endNames.map(({ name, result }) => ({
    name,
    pays: pays[result],
    kind: kind(result),
    hard: hard(result),
  }))
}

export const returns: GameReturns<TicTacToeRules, TicTacToeMove, TicTacToeState> = {
  solve: solveTicTacToe,
  bestPlay: (rules) => ({ moveIn: bestTicTacToe(rules) }),
  ends: endsOfTicTacToe,
  most: ({ winPays, tiePays }) => Math.max(winPays, tiePays),
  // The perfect computer never loses.
  mostPays: ({ winPays, tiePays }) => ({ kind: Math.max(winPays, tiePays), hard: tiePays }),
}
