import { type ComponentProps, useId, useState } from 'react'
import { cx } from './cx.ts'
import { FieldError, fieldBox } from './field.tsx'

export interface CodeFieldProps
  extends Omit<ComponentProps<'input'>, 'className' | 'value' | 'onChange'> {
  label: string
  hint: string
  error?: string | undefined
  value: string
  onChange: (digits: string) => void
  length?: number
}

/** A short code: one real input, drawn as boxes, its digits hidden. */
export function CodeField({
  label,
  hint,
  error,
  value,
  onChange,
  length = 4,
  ...input
}: CodeFieldProps) {
  const id = useId()
  const [focused, setFocused] = useState(false)
  // Narrow boxes are lower and less round, or they would look like pills.
  const long = length > 4
  const at = Math.min(value.length, length - 1)
  return (
    <div className="mt-5">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error ? true : undefined}
          aria-describedby={cx(`${id}-hint`, error && `${id}-error`)}
          className="masked absolute inset-0 z-1 w-full cursor-text bg-transparent text-transparent caret-transparent outline-none"
        />
        <div
          aria-hidden
          className={cx('grid auto-cols-fr grid-flow-col', long ? 'gap-2' : 'gap-3')}
        >
          {Array.from({ length }, (_, box) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a box is its position.
              key={box}
              className={cx(
                fieldBox(error !== undefined, long ? 'h-14' : 'h-17'),
                'justify-center text-[2rem] font-750',
                long ? '!rounded-sm !px-0' : '!rounded-[1.125rem]',
                focused &&
                  box === at &&
                  '!shadow-[inset_0_0_0_2px_var(--focus),0_0_0_4px_color-mix(in_srgb,var(--focus)_22%,transparent)]',
              )}
            >
              {box < value.length ? '•' : focused && box === at ? <span className="caret" /> : ''}
            </div>
          ))}
        </div>
      </div>
      <p id={`${id}-hint`} className="mt-2 text-[0.84375rem] leading-4.5 text-ink2">
        {hint}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
