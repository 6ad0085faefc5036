import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode
  error?: string | undefined
  className?: string
}

/** A real checkbox drawn as a glazed tile; its label may hold links. */
export function Checkbox({ label, error, className = 'mt-4', ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className={className}>
      <div className="flex items-center gap-3">
        <span className="relative grid size-6.5 shrink-0 place-items-center before:absolute before:-inset-2.25">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="peer absolute -inset-2.25 z-1 cursor-pointer appearance-none rounded-md outline-none"
          />
          <span
            aria-hidden
            className={`absolute inset-0 rounded-[9px] bg-surface transition-colors duration-(--t-fast) peer-checked:bg-glaze peer-checked:shadow-none peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus dark:peer-checked:bg-link ${error ? 'shadow-[inset_0_0_0_2px_var(--loss)]' : 'edged'}`}
          />
          <Check
            size={18}
            strokeWidth={3}
            aria-hidden
            className="relative text-[#fff] opacity-0 peer-checked:opacity-100 dark:text-[#0B1514]"
          />
        </span>
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
