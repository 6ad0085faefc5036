import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { bareControl, type FieldFrame, FieldShell, fieldBox } from './field.tsx'

export interface SelectFieldProps
  extends FieldFrame,
    Omit<ComponentProps<'select'>, 'className' | 'size'> {
  icon?: ReactNode
  /** Shown until an option is chosen; not an option itself. */
  placeholder: string
  options: readonly { value: string; label: string }[]
  /** 50 instead of 60 px, beside a dense `Field`. */
  dense?: boolean
}

/** The browser's own list, so that phones show theirs. */
export function SelectField({
  label,
  hint,
  error,
  className,
  icon,
  placeholder,
  options,
  dense,
  ...select
}: SelectFieldProps) {
  return (
    <FieldShell label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <div className={`relative ${fieldBox(error !== undefined, dense ? 'h-12.5' : 'h-15')}`}>
          {icon && <span className="shrink-0 text-ink2">{icon}</span>}
          <select
            {...select}
            {...control}
            className={`${bareControl} -ml-8 -mr-8 cursor-pointer appearance-none pr-8 pl-8 has-[option[value='']:checked]:text-ink2`}
          >
            <option value="" disabled hidden>
              {placeholder}
            </option>
            {options.map((option) => (
              <option key={option.value} value={option.value} className="bg-surface text-ink">
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown size={20} aria-hidden className="pointer-events-none shrink-0 text-ink2" />
        </div>
      )}
    </FieldShell>
  )
}
