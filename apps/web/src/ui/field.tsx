import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface FieldFrame {
  label: ReactNode
  hint?: ReactNode
  /**
   * An empty text marks the field and leaves the words to the `FormError` of its form, which also
   * describes a field that says only `required`.
   */
  error?: string | undefined
  className?: string | undefined
}

export const required = 'Required'

/** The ids that describe a control: of its hint, its error, the message about several fields. */
export const describedBy = (id: string, error?: string, hint?: ReactNode): string | undefined =>
  cx(
    !!hint && `${id}-hint`,
    !!error && `${id}-error`,
    // A screen has one form.
    (error === '' || error === required) && 'form-error',
  ) || undefined

/** The props that a frame gives its control: the label's target, and what describes it. */
export interface FieldControl {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label above, hint and error below: the same around every control. */
export function FieldShell({
  label,
  hint,
  error,
  className = 'mt-3.5',
  children,
}: FieldFrame & { children: (control: FieldControl) => ReactNode }) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-620">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': describedBy(id, error, hint),
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-[0.84375rem] leading-4.5 text-ink2">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The message about several fields of a form, if there is one. */
export const FormError = ({ children }: { children: string | undefined }) =>
  children && <FieldError id="form-error">{children}</FieldError>

/** A message at its place, not a toast. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p
      id={id}
      role="alert"
      className="mt-1.75 flex gap-1.5 text-sm leading-4.5 font-600 text-loss animate-enter"
    >
      <CircleAlert size={17} aria-hidden className="shrink-0" />
      {children}
    </p>
  )
}

/** The box around a control; its edge shows focus and error. */
export const fieldBox = (error: boolean, height: string, readOnly = false): string =>
  cx(
    'flex items-center gap-2.5 rounded-md px-3.5 text-[1.0625rem] transition-shadow duration-(--t-fast)',
    'has-[input:focus-visible,select:focus-visible]:shadow-[inset_0_0_0_2px_var(--focus),0_0_0_4px_color-mix(in_srgb,var(--focus)_22%,transparent)]',
    readOnly ? 'bg-sunken lined' : 'bg-surface',
    error ? 'shadow-[inset_0_0_0_2px_var(--loss)]' : !readOnly && 'edged',
    height,
  )

/** The look of a control inside a `fieldBox`: no edge. */
export const bareControl =
  'h-full min-w-0 grow bg-transparent text-ink outline-none placeholder:text-ink2 placeholder:opacity-100 [&[type=password]:not(:placeholder-shown)]:tracking-[0.16em]'

export interface FieldProps
  extends FieldFrame,
    Omit<ComponentProps<'input'>, 'className' | 'size'> {
  /** A 20 px icon at the left. */
  icon?: ReactNode
  /** The right slot: a tick, a reveal button, a tag. */
  end?: ReactNode
  /** 50 instead of 54 px, for long forms. */
  dense?: boolean | undefined
}

/** A labelled text input. Spread react-hook-form's `register` into it. */
export function Field({ label, hint, error, className, icon, end, dense, ...input }: FieldProps) {
  return (
    <FieldShell label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <div className={fieldBox(error !== undefined, dense ? 'h-12.5' : 'h-13.5', input.readOnly)}>
          {icon && <span className="shrink-0 text-ink2">{icon}</span>}
          <input {...input} {...control} className={bareControl} />
          {end}
        </div>
      )}
    </FieldShell>
  )
}
