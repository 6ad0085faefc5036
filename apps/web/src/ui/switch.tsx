import { cx } from './cx.ts'

/**
 * On or off, at once. `label` is its name; where the row around it already has one, pass the same.
 */
export function Switch({
  id,
  label,
  on,
  onChange,
}: {
  /** For a `label` element that can be pressed as well. */
  id?: string
  label: string
  on: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <button
      id={id}
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      onClick={() => onChange(!on)}
      className={cx(
        'relative h-8 w-13 shrink-0 rounded-full transition-colors duration-(--t-fast) before:absolute before:-inset-x-1 before:-inset-y-1.5',
        on ? 'bg-link' : 'bg-line edged',
      )}
    >
      <span
        className={cx(
          'absolute top-1.25 left-1.25 size-5.5 rounded-full transition-[translate] duration-(--t-fast) ease-out',
          on ? 'translate-x-5 bg-surface' : 'bg-edge',
        )}
      />
    </button>
  )
}
