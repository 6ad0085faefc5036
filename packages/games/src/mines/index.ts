import { fkr } from '@pipkin/money'
import type { Game, RoundOf } from '../game.ts'
import { type MinesMove, type MinesState, type MinesView, minesPlay } from './rules.ts'
import { type MinesRules, minesDemoOf, minesRules } from './settings.ts'
import { minesWords } from './words.ts'

export type { MinesMove, MinesState, MinesView } from './rules.ts'
export { type MinesRules, minesRules } from './settings.ts'
export type MinesRound = RoundOf<MinesRules, MinesMove, MinesState, MinesView>

export const mines: Game<MinesRules, MinesMove, MinesState, MinesView> = {
  ...minesPlay,

  moveForms: [{ reveal: 'integer' }, { cashOut: { oneOf: [true] } }],
  viewFields: {
    revealed: { list: { fields: { cell: 'number', multiplier: 'number' } } },
    winAmount: 'ofStake',
    root: 'hex32',
    proofs: {
      list: {
        fields: { cell: 'number', multiplier: 'number', salt: 'hex32', path: { list: 'hex32' } },
      },
    },
    mines: { optional: { list: 'number' } },
    multipliers: { optional: { list: 'number' } },
  },
  kindStatus: 1,

  words: minesWords,
  isSlot: false,
  offer: {
    id: 2,
    title: 'Mines',
    slogan: 'Pick tiles, cash out in time',
    rules: minesRules,
    minimum: fkr(10),
    maximum: fkr(200),
    step: fkr(10),
    minRoundMs: 5_000,
    roundsADay: null,
    countsAsStaked: true,
  },
  demoOf: minesDemoOf,
}
