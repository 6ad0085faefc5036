import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { type FieldFrame, FieldShell } from './field.tsx'

interface TextAreaProps extends FieldFrame, Omit<ComponentProps<'textarea'>, 'className'> {}

/** A labelled text of several lines. */
export const TextArea = ({ label, hint, error, className, ...area }: TextAreaProps) => (
  <FieldShell label={label} hint={hint} error={error} className={className}>
    {(control) => (
      <textarea
        rows={5}
        {...area}
        {...control}
        className={cx(
          'block w-full resize-y rounded-md bg-surface px-3.5 py-2.5 text-[1.0625rem] text-ink',
          error === undefined ? 'edged' : 'shadow-[inset_0_0_0_2px_var(--loss)]',
        )}
      />
    )}
  </FieldShell>
)
