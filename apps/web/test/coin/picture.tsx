import type { OutcomePicture } from '../../src/games/games.ts'
import type { CoinRound } from '../../../../packages/games/test/coin/index.ts'

export const picture = ({ state }: CoinRound): OutcomePicture => ({
  className: 'grid-cols-[3rem]',
  cells: <span>{state.fell}</span>,
})
