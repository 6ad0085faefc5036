import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Brings a section into view when the address names it, as soon as it is there. The router itself
 * doesn't.
 */
export function useHashTarget(id: string, ready = true): RefObject<HTMLElement | null> {
  const target = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  // The same link again has another key, and scrolls again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!ready || hash !== `#${id}`) return
    // After the screen's own arrival, which goes to the top.
    const frame = requestAnimationFrame(() => target.current?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [hash, key, id, ready])
  return target
}
