import { useEffect, useRef } from 'react'
import { ListSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'

/** The end of a list that goes on: fetches more a screen before it is reached. */
export function MoreRows({ more, failed, onMore }: { more: boolean; failed: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const fetchMore = useRef(onMore)
  fetchMore.current = onMore
  const waits = more && !failed
  useEffect(() => {
    if (!waits || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchMore.current(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waits])
  if (failed)
    return (
      <div className="mt-2.5">
        <ErrorState message="Failed to load transactions. Please try again later." onRetry={onMore} />
      </div>
    )
  return (
    more && (
      <div ref={end} className="mt-2.5">
        <ListSkeleton rows={2} />
      </div>
    )
  )
}
