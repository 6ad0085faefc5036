import type { Round } from '@pipkin/games'
import { pictureOf } from '../../games/games.ts'
import { cx } from '../../ui/cx.ts'
import { replayInWords } from './round-in-words.ts'

/** What the round dealt, as a small picture. */
export function OutcomePicture({ round }: { round: Round }) {
  const picture = pictureOf(round)
  if (!picture) return null
  return (
    <div
      role="img"
      aria-label={replayInWords(round)}
      className={cx('grid shrink-0 gap-1', picture.className)}
    >
      {picture.cells}
    </div>
  )
}
