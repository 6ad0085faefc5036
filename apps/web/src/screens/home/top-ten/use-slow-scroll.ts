import { type RefObject, useEffect, useEffectEvent } from 'react'
import { elapsedAt, roundMs, topAfter } from './slow-scroll.ts'

/**
 * Moves a list slowly down and begins again every 20 s, from wherever it stands, for as long as it
 * is `running`.
 */
export function useSlowScroll(
  list: RefObject<HTMLElement | null>,
  running: boolean,
  onRestart: () => void,
): void {
  const restarted = useEffectEvent(onRestart)
  useEffect(() => {
    const element = list.current
    if (!running || !element) return
    const distance = () => element.scrollHeight - element.clientHeight
    let elapsed = elapsedAt(element.scrollTop, distance())
    let before = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      elapsed += now - before
      before = now
      if (elapsed >= roundMs) {
        elapsed = 0
        element.animate({ opacity: [0, 1] }, { duration: 240 })
        restarted()
      }
      element.scrollTop = topAfter(elapsed, distance())
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [list, running])
}
