import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { cx } from './cx.ts'

/** A place that will hold content; give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'block shrink-0 rounded-[10px] bg-linear-to-r from-sunken via-line to-sunken',
        className,
      )}
    />
  )
}

interface LoadingProps {
  children: ReactNode
  className?: string
  /** Shows the content at once: a part is known, and the skeletons come late by themselves. */
  atOnce?: boolean
}

/**
 * Wraps skeletons: says that something loads, once on a screen (theme.css), and shows them only
 * after 150 ms, so that fast answers don't flicker.
 */
export function Loading({ children, className, atOnce = false }: LoadingProps) {
  return (
    <div role="status" aria-busy="true" className={cx(!atOnce && 'animate-late', className)}>
      <span className="sr-only">Loading</span>
      {children}
    </div>
  )
}

/** A list on its way. */
export function ListSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <Loading>
      <Card className="divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => (
          // Empty rows have no other key.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={row} className="flex min-h-15.5 items-center gap-3 px-3.5 py-2.25">
            <Skeleton className="size-10.5 rounded-tile" />
            <div className="min-w-0 grow">
              <Skeleton className={cx('h-3.5 max-w-full', row % 2 === 0 ? 'w-37.5' : 'w-30')} />
              <Skeleton className="mt-2.25 h-2.75 w-22.5" />
            </div>
            <Skeleton className="h-4 w-13" />
          </div>
        ))}
      </Card>
    </Loading>
  )
}
