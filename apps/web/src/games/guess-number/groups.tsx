import type { GuessMove, GuessRules } from '@pipkin/games/guess-number'
import { cx } from '../../ui/cx.ts'
import { chanceOf } from './chance.ts'
import { ChoiceGroup } from './choice-group.tsx'
import { groupsOf, isSame, nameOf } from './choices.ts'

interface GroupsProps {
  rules: GuessRules
  numbers: readonly number[] | null
  choice: GuessMove | null
  onChoose: ((choice: GuessMove) => void) | null
}

/**
 * Even, odd and the ranges, each with its present chance. A choice that no number shown meets can't
 * be chosen.
 */
export function Groups({ rules, numbers, choice, onChoose }: GroupsProps) {
  const groups = groupsOf(rules).map((group) => {
    const chance = numbers && chanceOf(rules, group, numbers)
    return {
      group,
      name: nameOf(rules, group),
      chance,
      open: onChoose !== null && chance?.met !== 0,
    }
  })
  const chosen = groups.find(({ group }) => isSame(group, choice))
  const entry = chosen ?? groups.find(({ open }) => open)
  return (
    <ChoiceGroup label="Groups" columns={2} className="mt-3 grid grid-cols-2 gap-2.5">
      {groups.map((one) => {
        const { group, name, chance, open } = one
        const on = one === chosen
        const never = chance?.met === 0
        return (
          // A radio that is drawn as a card, see ChoiceGroup.
          // biome-ignore lint/a11y/useSemanticElements: see above
          <button
            key={name}
            type="button"
            role="radio"
            aria-checked={on}
            aria-disabled={!open || undefined}
            tabIndex={one === entry ? 0 : -1}
            onClick={() => open && onChoose?.(group)}
            className={cx(
              'flex min-h-16 items-center justify-between gap-2 rounded-[1.125rem] px-3.5 py-1 text-left transition-colors duration-(--t-fast)',
              on ? 'bg-tint shadow-[inset_0_0_0_2px_var(--tint-ink)]' : 'lined',
              !on && (never ? 'bg-sunken' : 'bg-surface'),
            )}
          >
            <span className="min-w-0">
              <b
                className={cx('block text-[1.0625rem] leading-5.25 font-700', never && 'text-ink2')}
              >
                {name}
              </b>{' '}
              <small
                className={cx(
                  'mt-0.75 block text-[0.8125rem] leading-4.25 font-540',
                  on ? 'text-ink' : 'text-ink2',
                )}
              >
                {chance?.words ?? 'After your bet'}
              </small>
            </span>
            {!never && (
              <span
                aria-hidden
                className={cx(
                  'size-6 shrink-0 rounded-full',
                  on
                    ? 'bg-[radial-gradient(var(--tint-ink)_5.5px,transparent_6px)] shadow-[inset_0_0_0_2px_var(--tint-ink)]'
                    : 'shadow-[inset_0_0_0_2px_var(--edge)]',
                )}
              />
            )}
          </button>
        )
      })}
    </ChoiceGroup>
  )
}
