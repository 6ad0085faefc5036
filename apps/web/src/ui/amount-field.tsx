import { Lock } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Coin } from './art.tsx'
import { bareControl, type FieldFrame, FieldShell, fieldBox } from './field.tsx'

export interface AmountFieldProps
  extends FieldFrame,
    Omit<ComponentProps<'input'>, 'className' | 'size'> {
  unit?: string
}

/** An amount with coin and unit: large to type in, smaller and sunken where it is only read. */
export function AmountField({
  label,
  hint,
  error,
  className,
  unit = 'fkr',
  ...input
}: AmountFieldProps) {
  const read = input.readOnly === true
  return (
    <FieldShell label={label} hint={hint} error={error} className={className ?? 'mt-4.5'}>
      {(control) => (
        <div className={fieldBox(error !== undefined, read ? 'h-13.5' : 'h-16', read)}>
          <Coin size={read ? 22 : 26} />
          <input
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            {...input}
            {...control}
            className={`${bareControl} ${read ? 'font-680' : 'text-[1.75rem] font-750 tracking-[-0.02em]'}`}
          />
          <span className="text-ink2">{unit}</span>
          {read && <Lock size={17} aria-hidden className="text-ink2" />}
        </div>
      )}
    </FieldShell>
  )
}
