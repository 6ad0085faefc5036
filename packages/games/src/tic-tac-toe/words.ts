import type { GameWords } from '../game.ts'
import { outcomeOf } from '../round.ts'
import { count, paidFor, timesText } from '../words.ts'
import type { TicTacToeMove, TicTacToeState, TicTacToeView } from './rules.ts'
import type { TicTacToeRules } from './settings.ts'

const ends = {
  Win: 'X has three in a row',
  Tie: 'A tie',
  Loss: 'O has three in a row',
  PartialWin: '',
}

export const ticTacToeWords: GameWords<
  TicTacToeRules,
  TicTacToeMove,
  TicTacToeState,
  TicTacToeView
> = {
  inOneLine: ({ winPays, tiePays }) => `Win ${timesText(winPays)}, tie ${timesText(tiePays)}`,

  rules: ({ winPays, tiePays }) => ({
    plain: [
      'You are X and begin.',
      `A win pays ${timesText(winPays)} the stake in all, a tie ${timesText(tiePays)}.`,
    ],
    hard: 'In a hard round O plays without a fault; in the others it only stops your next move from winning.',
  }),

  replayTitle: 'Game replayed',

  dealt: ({ moves }) => `O replies to ${count(moves.length, 'move')} as it did`,

  payout(round, stake) {
    const outcome = outcomeOf(round)
    return outcome ? paidFor(ends[outcome.status], outcome.pays, stake) : ''
  },
}
