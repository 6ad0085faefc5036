import { useEffect, useState } from 'react'
import { tickAt } from './spin.ts'

/** The tick of a spin that began at a time of `performance.now()`; 0 while there is none. Counted by elapsed time. */
export function useTick(since: number | null): number {
  const [tick, setTick] = useState(0)
  useEffect(() => {
    if (since === null) return
    let frame = requestAnimationFrame(function follow() {
      setTick(tickAt(performance.now() - since))
      frame = requestAnimationFrame(follow)
    })
    return () => {
      cancelAnimationFrame(frame)
      setTick(0)
    }
  }, [since])
  return since === null ? 0 : tick
}
