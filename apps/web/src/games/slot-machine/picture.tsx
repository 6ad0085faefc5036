import { viewOf } from '@pipkin/games'
import type { SlotRound } from '@pipkin/games/slot-machine'
import { Art } from '../../ui/art.tsx'
import type { OutcomePicture } from '../game-screens.ts'
import { fruitArt } from './fruit-art.ts'

export const picture = (round: SlotRound): OutcomePicture => ({
  className: 'grid-cols-[repeat(3,2.375rem)]',
  cells: (viewOf(round).reels ?? []).map((symbol, reel) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a reel is its place.
    <span key={reel} className="grid h-14 place-items-center rounded-sm bg-surface">
      <Art name={fruitArt[symbol] ?? 'cherries'} size={28} />
    </span>
  )),
})
