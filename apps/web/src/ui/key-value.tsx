import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** One line of a summary, inside a `dl`: the label at the left, the figure at the right. */
export function KeyValue({
  label,
  children,
  className = 'min-h-6',
}: {
  label: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <div
      className={cx(
        'flex items-center justify-between gap-x-3 text-[0.9375rem] leading-6',
        className,
      )}
    >
      <dt className="text-ink2">{label}</dt>
      <dd className="ml-auto text-right font-680">{children}</dd>
    </div>
  )
}
