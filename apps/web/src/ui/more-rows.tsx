import { useEffect, useRef } from 'react'
import { ListSkeleton } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

export interface MoreRowsProps {
  more: boolean
  /** A page is loading. Afterwards the end of the list may still be in sight. */
  loading: boolean
  /** The last page didn't come: shows a message and Retry. */
  failed: boolean
  message?: string | undefined
  onMore: () => void
}

/** The end of a list with more pages: fetches the next one a screen before it is reached. */
export function MoreRows({ more, loading, failed, message, onMore }: MoreRowsProps) {
  const end = useRef<HTMLDivElement>(null)
  const fetchMore = useRef(onMore)
  fetchMore.current = onMore
  const waits = more && !loading && !failed
  useEffect(() => {
    if (!waits || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && fetchMore.current(),
      {
        rootMargin: '600px',
      },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waits])
  if (failed)
    return (
      <div className="mt-2.5">
        <ErrorState message={message} onRetry={onMore} />
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
