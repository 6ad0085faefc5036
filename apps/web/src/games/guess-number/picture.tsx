import { viewOf } from '@pipkin/games'
import type { GuessRound } from '@pipkin/games/guess-number'
import { cx } from '../../ui/cx.ts'
import type { OutcomePicture } from '../game-screens.ts'

export function picture(round: GuessRound): OutcomePicture {
  const { numbers, result } = viewOf(round)
  return {
    className: 'grid-cols-[repeat(5,1.625rem)]',
    cells: numbers.map((number) => (
      <span
        key={number}
        className={cx(
          'grid h-7 place-items-center rounded-[8px] text-cap',
          number === result ? 'bg-sky-ink font-700 text-sky' : 'bg-surface text-ink2',
        )}
      >
        {number}
      </span>
    )),
  }
}
