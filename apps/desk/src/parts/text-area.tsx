import type { ComponentProps } from 'react'
import { type FieldFrame, FieldShell } from '../../../web/src/ui/field.tsx'

interface TextAreaProps extends FieldFrame, Omit<ComponentProps<'textarea'>, 'className'> {}

/** A field of several lines. */
export const TextArea = ({ label, hint, error, className, ...area }: TextAreaProps) => (
  <FieldShell label={label} hint={hint} error={error} className={className ?? 'mt-3.5'}>
    {(control) => (
      <textarea
        rows={5}
        {...area}
        {...control}
        className="block w-full resize-y rounded-md bg-surface px-3.5 py-2.5 text-ink edged"
      />
    )}
  </FieldShell>
)
