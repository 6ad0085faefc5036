import type { GameWords } from '../game.ts'
import { viewOf } from '../round.ts'
import { count, listed, multiplied, timesText } from '../words.ts'
import type { MinesMove, MinesState, MinesView } from './rules.ts'
import type { MinesRules } from './settings.ts'

export const minesWords: GameWords<MinesRules, MinesMove, MinesState, MinesView> = {
  inOneLine: ({ cells, mines }) => `${cells - mines} of ${cells} tiles are safe`,

  rules({ cells, mines, hardMines, multipliers }) {
    const worth = multipliers.map(([each, tiles]) => `${tiles} are worth ${timesText(each)}`)
    return {
      plain: [
        `${cells} cells hide ${mines} mines. Of the ${cells - mines} others ${listed(worth)} the stake.`,
        'Each safe cell that you open adds to your win. After one or more you can cash it out; a mine takes it all.',
      ],
      hard: `In a hard round ${hardMines === cells ? 'every cell is a mine' : `${hardMines} cells are mines`}.`,
    }
  },

  replayTitle: 'Layout replayed',

  dealt(round) {
    const { mines = [], multipliers = [] } = viewOf(round)
    return `${mines.length} mines and ${multipliers.length - mines.length} multipliers, all the same`
  },

  payout(round, stake) {
    const { revealed } = viewOf(round)
    const mine = revealed.find(({ multiplier }) => multiplier === 0)
    if (mine)
      return `Row ${Math.floor(mine.cell / 5) + 1}, column ${(mine.cell % 5) + 1} was a mine: nothing`
    const multipliers = revealed.map(({ multiplier }) => multiplier)
    return `${count(revealed.length, 'tile')}, ${multiplied(multipliers, stake)}`
  },
}
