import { useAfter } from '../../play/use-after.ts'
import { stops, tickMs } from './spin.ts'

/**
 * How many reels may have stopped in a spin that began at a time of `performance.now()`; none where
 * it is Infinity.
 */
export function useStopped(since: number): number {
  const [first, second, third] = stops
  const passed = [
    useAfter(since + first * tickMs),
    useAfter(since + second * tickMs),
    useAfter(since + third * tickMs),
  ]
  return passed.filter(Boolean).length
}
