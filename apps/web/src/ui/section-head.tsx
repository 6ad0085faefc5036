import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A section's `h2`, with a link or a control at its right. */
export function SectionHead({
  title,
  end,
  className = 'mt-5 mb-2.5',
}: {
  title: string
  end?: ReactNode
  className?: string
}) {
  return (
    <div className={cx('flex items-baseline justify-between gap-3', className)}>
      <h2 className="text-h2 font-[730]">{title}</h2>
      {end}
    </div>
  )
}
