import { useEffect, useState } from 'react'

/**
 * Whether a time of `performance.now()` has come; renders again when it does. Infinity never comes.
 */
export function useTimeReached(time: number): boolean {
  const [reached, setReached] = useState(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    // A timer takes no infinite wait: it would go off at once.
    if (time === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(() => setReached(time), Math.max(0, time - performance.now()))
    return () => clearTimeout(timer)
  }, [time])
  return reached >= time
}
