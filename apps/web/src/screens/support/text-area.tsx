import type { ComponentProps } from 'react'
import { cx } from '../../ui/cx.ts'
import { FieldShell } from '../../ui/field.tsx'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  label: string
  error?: string | undefined
}

/** A labelled text of several lines. */
export const TextArea = ({ label, error, ...area }: TextAreaProps) => (
  <FieldShell label={label} error={error} className="mt-2.5">
    {(control) => (
      <textarea
        rows={4}
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
