import { useEffect, useState } from 'react'

/** The whole seconds until a time, in ms since 1970, counted down; 0 once it has come. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(0)
  // The time when it was set: the clock's ticks come later.
  const [set, setSet] = useState({ until: 0, at: 0 })
  if (set.until !== until) setSet({ until, at: Date.now() })
  const waits = until > Math.max(now, set.at)
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waits])
  return waits ? Math.ceil((until - Math.max(now, set.at)) / 1000) : 0
}
