import { useEffect, useRef, useState } from 'react'
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
  const [hasFocus, setHasFocus] = useState(false)
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
  return (
    (failed || more || hasFocus) && (
      // It stays while Retry comes and goes, and has the focus then, so that keys go on here even
      // if no more rows follow.
      // biome-ignore lint/a11y/noStaticElementInteractions: it only notes the focus
      <div
        ref={end}
        tabIndex={-1}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        className="mt-2.5 outline-none"
      >
        {failed ? (
          <ErrorState message={message} onRetry={onMore} />
        ) : (
          more && <ListSkeleton rows={2} />
        )}
      </div>
    )
  )
}
