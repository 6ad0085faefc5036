import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Shows `children` once they are about to come into sight, until then a place for them
 * (`className`). So parts far down a screen, or hidden on narrow ones, aren't rendered early.
 */
export function WhenNear({ className, children }: { className?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={near ? undefined : className}>
      {near && children}
    </div>
  )
}
