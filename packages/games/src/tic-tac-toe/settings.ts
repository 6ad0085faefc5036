import type { BaseRules } from '../game.ts'
import { hasKeysOf, isPay, isPercentage } from '../parse.ts'

/** Pays are hundredths of the stake, stake included. */
export type TicTacToeRules = BaseRules<'tic-tac-toe'> & {
  readonly winPays: number
  readonly tiePays: number
}

export const ticTacToeRules: TicTacToeRules = {
  game: 'tic-tac-toe',
  version: 1,
  winPercentage: 10,
  winPays: 200,
  tiePays: 100,
}

/** The value as rules of tic-tac-toe, or null. */
export function parseTicTacToeRules(value: unknown): TicTacToeRules | null {
  if (!hasKeysOf(value, ticTacToeRules)) return null
  const { game, version, winPercentage, winPays, tiePays } = value
  if (game !== 'tic-tac-toe' || version !== 1 || !isPercentage(winPercentage)) return null
  return isPay(winPays) && isPay(tiePays)
    ? { game, version, winPercentage, winPays, tiePays }
    : null
}
