import { screenList as firstScreens } from '../../src/games/screen-list.ts'
import { coin } from './index.ts'

/** The list of `src/games/screen-list.ts` with a fifth line. */
export const screenList = [...firstScreens, coin] as const
