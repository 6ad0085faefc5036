import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Link } from './link.tsx'

const look = 'font-650 text-link decoration-2 underline-offset-4 hover:underline'

/** A link in a sentence or a list. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={cx(look, className)} />
}

/** A button that looks like a link; 44 px high through its padding. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={cx('inline-flex min-h-11 items-center gap-1.5 px-1 text-sm', look, className)}
    />
  )
}
