import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** A raised piece of paper. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-lg bg-surface shadow-e1', className)} />
}

/** An inset one: odds, summaries, what happens next. */
export function Panel({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('rounded-md bg-sunken px-3.5 py-3', className)} />
}
