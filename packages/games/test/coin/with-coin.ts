import { gameList as firstGames } from '../../src/game-list.ts'
import { coin } from './index.ts'

/** The list of `src/game-list.ts` with a fifth line. */
export const gameList = [...firstGames, coin] as const
