import { useTimeReached } from '../../play/use-time-reached.ts'
import { stops, tickMs } from './spin.ts'

/**
 * How many reels may have stopped in a spin that began at a time of `performance.now()`; none where
 * it is Infinity.
 */
export function useStopped(since: number): number {
  const [first, second, third] = stops
  const passed = [
    useTimeReached(since + first * tickMs),
    useTimeReached(since + second * tickMs),
    useTimeReached(since + third * tickMs),
  ]
  return passed.filter(Boolean).length
}
