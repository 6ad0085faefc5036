import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Link } from './link.tsx'

const look = 'font-650 text-link decoration-2 underline-offset-4 hover:underline'

/** A link in a sentence or a list. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={cx(look, className)} />
}

/**
 * A button that looks like a link; 44 px high through its padding. Disabled it takes no press, but
 * keeps the focus.
 */
export function TextButton({ className, disabled, onClick, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      onClick={disabled ? undefined : onClick}
      aria-disabled={disabled || undefined}
      className={cx('inline-flex min-h-11 items-center gap-1.5 px-1 text-sm', look, className)}
    />
  )
}
