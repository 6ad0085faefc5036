import { useEffect, useState } from 'react'

/** Whether a time of `performance.now()` has come; renders again when it does. */
export function useAfter(time: number): boolean {
  const [reached, setReached] = useState(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const wait = time - performance.now()
    if (wait <= 0) setReached(time)
    else {
      const timer = setTimeout(() => setReached(time), wait)
      return () => clearTimeout(timer)
    }
  }, [time])
  return reached >= time
}
