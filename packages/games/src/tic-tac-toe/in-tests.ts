import type { GameInTests } from '../game-in-tests.ts'
import type { TicTacToeMove, TicTacToeState, TicTacToeView } from './rules.ts'
import { type TicTacToeRules, ticTacToeRules } from './settings.ts'

export const inTests: GameInTests<TicTacToeRules, TicTacToeMove, TicTacToeState, TicTacToeView> = {
  randomRules: (whole) => ({
    ...ticTacToeRules,
    winPays: whole(101, 300),
    tiePays: whole(1, 100),
  }),
  hides: {
    refused: { cell: 9 },
    opening: () => ({ cell: 4 }),
    fields: [],
  },
}
