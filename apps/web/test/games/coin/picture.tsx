import type { CoinRound } from '../../../../../packages/games/test/coin/index.ts'
import type { OutcomePicture } from '../../../src/games/game-screens.ts'

export const picture = ({ state }: CoinRound): OutcomePicture => ({
  className: 'grid-cols-[3rem]',
  cells: <span>{state.fell}</span>,
})
