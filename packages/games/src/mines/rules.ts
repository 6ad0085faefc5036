import type { CellProof } from '../fairness/merkle.ts'
import { type GameRules, refused } from '../game.ts'
import { hasExactly, isWhole } from '../parse.ts'
import { allCells, dealLayout } from './layout.ts'
import { type Seal, sealerOf } from './seal.ts'
import { type MinesRules, minesRules, parseMinesRules } from './settings.ts'

export type MinesMove = { readonly reveal: number } | { readonly cashOut: true }

export interface MinesState {
  readonly rules: MinesRules
  /** The multiplier of each cell in hundredths, 0 for a mine. */
  readonly layout: readonly number[]
  /** Seals the layout. */
  readonly seal: () => Seal
  readonly revealed: readonly number[]
  readonly cashedOut: boolean
}

/** Multipliers are whole hundredths, `winAmount` is hundredths of the stake too. */
export type MinesView = {
  readonly revealed: { cell: number; multiplier: number }[]
  readonly winAmount: number
  /** The layout's Merkle root, hex: fixed at the deal. */
  readonly root: string
  /** One for each revealed cell, in the same order. */
  readonly proofs: CellProof[]
  readonly mines?: number[]
  /** Those of all cells, 0 for a mine. */
  readonly multipliers?: number[]
}

const multiplierAt = ({ layout }: MinesState, cell: number): number => layout[cell] ?? 0

const hitMine = (state: MinesState): boolean =>
  state.revealed.some((cell) => multiplierAt(state, cell) === 0)

const winAmountOf = (state: MinesState): number =>
  hitMine(state) ? 0 : state.revealed.reduce((sum, cell) => sum + multiplierAt(state, cell), 0)

/** Whether a round has ended; its last safe cell cashes out by itself. */
function hasEnded(state: MinesState): boolean {
  const { rules, revealed, cashedOut } = state
  return cashedOut || hitMine(state) || revealed.length === rules.cells - rules.mines
}

export const minesPlay: GameRules<MinesRules, MinesMove, MinesState, MinesView> = {
  name: 'mines',

  parseRules: parseMinesRules,

  open(rules, kind, chance) {
    const layout = kind ? dealLayout(rules, chance) : allCells(rules).map(() => 0)
    return {
      rules,
      layout,
      seal: sealerOf(layout, chance.leafSalt),
      revealed: [],
      cashedOut: false,
    }
  },

  parseMove(value) {
    if (hasExactly(value, 'cashOut') && value.cashOut === true) return { cashOut: true }
    if (hasExactly(value, 'reveal') && isWhole(value.reveal, 0, minesRules.cells - 1))
      return { reveal: value.reveal }
    return null
  },

  play(state, move) {
    if (hasEnded(state)) return refused('the round has ended')
    if ('cashOut' in move) {
      if (state.revealed.length === 0) return refused('nothing is revealed yet')
      return { ok: true, state: { ...state, cashedOut: true } }
    }
    if (state.revealed.includes(move.reveal)) return refused('this cell is open already')
    return { ok: true, state: { ...state, revealed: [...state.revealed, move.reveal] } }
  },

  view(state) {
    const { layout, revealed } = state
    const seal = state.seal()
    const shown = {
      revealed: revealed.map((cell) => ({ cell, multiplier: multiplierAt(state, cell) })),
      winAmount: winAmountOf(state),
      root: seal.root,
      proofs: revealed.map((cell) => seal.proofOf(cell)),
    }
    if (!hasEnded(state)) return shown
    return {
      ...shown,
      mines: allCells(state.rules).filter((cell) => multiplierAt(state, cell) === 0),
      multipliers: [...layout],
    }
  },

  /** A cash out is a win, even one that pays less than the stake. */
  outcome(state) {
    if (!hasEnded(state)) return null
    return hitMine(state)
      ? { status: 'Loss', pays: 0 }
      : { status: 'Win', pays: winAmountOf(state) }
  },

  finishingMove: ({ revealed }) => (revealed.length > 0 ? { cashOut: true } : { reveal: 0 }),

  root: ({ seal }) => seal().root,
}
