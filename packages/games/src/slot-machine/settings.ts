import type { BaseRules } from '../game.ts'
import { hasKeysOf, isPay, isPercentage } from '../parse.ts'

/** Pays are hundredths of the stake, stake included. */
export type SlotRules = BaseRules<'slot-machine'> & {
  readonly reels: number
  readonly symbols: number
  /** All reels equal. */
  readonly jackpotPays: number
  /** Exactly two of the three equal. */
  readonly pairPays: number
}

export const slotRules: SlotRules = {
  game: 'slot-machine',
  version: 1,
  winPercentage: 100,
  reels: 3,
  symbols: 4,
  jackpotPays: 200,
  pairPays: 150,
}

/**
 * The value as rules of the slot machine, or null. Reels and symbols are fixed; an operator sets
 * the pays.
 */
export function parseSlotRules(value: unknown): SlotRules | null {
  if (!hasKeysOf(value, slotRules)) return null
  const { game, version, winPercentage, reels, symbols, jackpotPays, pairPays } = value
  if (game !== 'slot-machine' || version !== 1 || !isPercentage(winPercentage)) return null
  if (
    reels !== slotRules.reels ||
    symbols !== slotRules.symbols ||
    !isPay(jackpotPays) ||
    !isPay(pairPays)
  )
    return null
  return { game, version, winPercentage, reels, symbols, jackpotPays, pairPays }
}
