import { viewOf } from '@pipkin/games'
import type { TicTacToeRound } from '@pipkin/games/tic-tac-toe'
import { Art } from '../../ui/art.tsx'
import type { OutcomePicture } from '../game-screens.ts'

export const picture = (round: TicTacToeRound): OutcomePicture => ({
  className: 'grid-cols-[repeat(3,2.25rem)]',
  cells: viewOf(round).board.map((mark, cell) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
    <span key={cell} className="grid size-9 place-items-center rounded-sm bg-surface">
      {mark && <Art name={mark === 'X' ? 'token-x' : 'token-o'} size={24} />}
    </span>
  )),
})
