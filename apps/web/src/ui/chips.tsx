import { cx } from './cx.ts'

/**
 * Ready answers beside a field: one press fills it in. `value` marks the one that stands there now.
 */
export function Chips<T extends string>({
  label,
  options,
  value,
  onChoose,
}: {
  label: string
  options: readonly { value: T; label: string }[]
  value: string
  onChoose: (value: T) => void
}) {
  return (
    <fieldset className="mt-2.5 flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          className={cx(
            'h-11 flex-1 rounded-tile text-[0.9375rem] whitespace-nowrap active:translate-y-px',
            option.value === value
              ? 'bg-sunken font-720 shadow-[inset_0_0_0_2px_var(--ink)]'
              : 'bg-surface font-650 lined',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
