import { type GuessMove, type GuessRules, meets } from '@pipkin/games/guess-number'
import { cx } from '../../ui/cx.ts'
import { ChoiceGroup } from './choice-group.tsx'
import { isSame, numberChoice } from './choices.ts'

interface NumbersBoardProps {
  rules: GuessRules
  /** Null before the stake is taken: the numbers aren't dealt yet. */
  numbers: readonly number[] | null
  choice: GuessMove | null
  /** The number drawn; left out until the result is shown. */
  result: number | undefined
  /** Null while the board is closed. */
  onChoose: ((choice: GuessMove) => void) | null
}

const board = 'grid grid-cols-5 gap-2.25 rounded-[1.625rem] bg-tint-board px-3.25 pt-3.25 pb-4'
const cell =
  'grid h-14 place-items-center rounded-md text-[1.375rem] leading-none font-720 tracking-[-0.02em] wide:h-16'

/** The numbers shown, each a choice of its own. Those that meet the choice are ringed. */
export function NumbersBoard({ rules, numbers, choice, result, onChoose }: NumbersBoardProps) {
  if (!numbers)
    return (
      <div className={board}>
        {Array.from({ length: rules.numbers }, (_, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a blank is its place.
            key={place}
            className={cx(cell, 'bg-cell opacity-60 shadow-[0_3px_0_var(--sky-lip)]')}
          />
        ))}
      </div>
    )
  const chosen = numbers.find((number) => isSame(numberChoice(number), choice))
  return (
    <ChoiceGroup label="Numbers" columns={5} className={board}>
      {numbers.map((number, place) => {
        const fits = choice !== null && meets(rules, choice, number)
        const drawn = number === result
        return (
          // A radio that is drawn as a tile, see ChoiceGroup.
          // biome-ignore lint/a11y/useSemanticElements: see above
          <button
            key={number}
            type="button"
            role="radio"
            aria-checked={number === chosen}
            aria-disabled={onChoose === null || undefined}
            aria-label={drawn ? `${number}, drawn` : undefined}
            tabIndex={number === chosen || (chosen === undefined && place === 0) ? 0 : -1}
            onClick={() => onChoose?.(numberChoice(number))}
            className={cx(
              cell,
              'transition-colors duration-(--t-fast)',
              drawn
                ? 'bg-tint-ink text-[#FFFDF8] shadow-[0_3px_0_var(--sky-lip)] dark:text-tint'
                : 'bg-cell',
              !drawn &&
                (fits && result === undefined
                  ? 'shadow-[0_3px_0_var(--sky-lip),inset_0_0_0_2px_var(--sky-ink)]'
                  : 'shadow-[0_3px_0_var(--sky-lip)]'),
              result !== undefined && !drawn && !fits && 'text-ink2',
            )}
          >
            {number}
          </button>
        )
      })}
    </ChoiceGroup>
  )
}
