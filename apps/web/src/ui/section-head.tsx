import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'

/** A section's `h2`, with a link or a control at its right. */
export function SectionHead({
  title,
  end,
  className = 'mt-5 mb-2.5',
  ref,
}: {
  title: string
  end?: ReactNode
  className?: string
  /** Takes the focus where the row that had it has gone. */
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={cx('flex items-baseline justify-between gap-3 outline-none', className)}
    >
      <h2 className="text-h2 font-[730]">{title}</h2>
      {end}
    </div>
  )
}
