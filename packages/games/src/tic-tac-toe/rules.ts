import type { Chance } from '../fairness/chance.ts'
import { type GameRules, refused } from '../game.ts'
import { hasExactly, isWhole } from '../parse.ts'
import {
  type Board,
  emptyBoard,
  emptyCells,
  type Mark,
  resultForX,
  winningCells,
  withMark,
} from './board.ts'
import { bestCells } from './minimax.ts'
import { parseTicTacToeRules, type TicTacToeRules } from './settings.ts'

export interface TicTacToeMove {
  readonly cell: number
}

export interface TicTacToeState {
  readonly rules: TicTacToeRules
  readonly kind: boolean
  readonly ints: Chance['ints']
  readonly board: Board
}

export type TicTacToeView = {
  readonly board: (Mark | null)[]
}

/**
 * The cells among which O's reply is drawn, ascending. Hard: the best by minimax. Kind: those that
 * stop X from winning with its next move, else all empty ones.
 */
export function replyCandidates(board: Board, kind: boolean): number[] {
  if (!kind) return bestCells(board, 'O')
  const blocks = winningCells(board, 'X')
  return blocks.length > 0 ? blocks : emptyCells(board)
}

/** O's reply to X's k-th move, k from 1. */
function reply(board: Board, kind: boolean, ints: Chance['ints']): Board {
  const candidates = replyCandidates(board, kind)
  const ply = board.filter((mark) => mark === 'X').length
  const cell = candidates[ints(`ply-${ply}`)(candidates.length)]
  if (cell === undefined) throw new RangeError('no cell is left to reply with')
  return withMark(board, cell, 'O')
}

export const ticTacToePlay: GameRules<
  TicTacToeRules,
  TicTacToeMove,
  TicTacToeState,
  TicTacToeView
> = {
  name: 'tic-tac-toe',

  parseRules: parseTicTacToeRules,

  open: (rules, kind, chance) => ({ rules, kind, ints: chance.ints, board: emptyBoard }),

  parseMove: (value) =>
    hasExactly(value, 'cell') && isWhole(value.cell, 0, emptyBoard.length - 1)
      ? { cell: value.cell }
      : null,

  play(state, { cell }) {
    if (resultForX(state.board) !== null) return refused('the round has ended')
    if (state.board[cell] !== null) return refused('this cell is taken')
    const board = withMark(state.board, cell, 'X')
    const ended = resultForX(board) !== null
    return {
      ok: true,
      state: { ...state, board: ended ? board : reply(board, state.kind, state.ints) },
    }
  },

  view: ({ board }) => ({ board: [...board] }),

  outcome({ rules, board }) {
    switch (resultForX(board)) {
      case 1:
        return { status: 'Win', pays: rules.winPays }
      case 0:
        return { status: 'Tie', pays: rules.tiePays }
      case -1:
        return { status: 'Loss', pays: 0 }
      case null:
        return null
    }
  },

  finishingMove({ board }) {
    const [cell] = bestCells(board, 'X')
    if (cell === undefined) throw new RangeError('no cell is left to finish with')
    return { cell }
  },
}
