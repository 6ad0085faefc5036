import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** A load's result: the operations counted, their times, and the load's duration. */
export interface Sample {
  readonly count: number
  readonly seconds: number
  /** Milliseconds, sorted. */
  readonly times: Float64Array
}

/** Runs operations back to back in each of `workers` workers for `seconds`. */
export async function closedLoop(
  workers: number,
  seconds: number,
  operation: (worker: number) => Promise<void>,
): Promise<Sample> {
  const times: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      let start = performance.now()
      while (start < until) {
        await operation(worker)
        const end = performance.now()
        times.push(end - start)
        start = end
      }
    }),
  )
  return sampleOf(times, began)
}

/**
 * Begins `rate` operations a second on average, at moments that don't depend on each other, as
 * players do; `workers` carry them out. A time counts from the planned moment, so it includes the
 * wait for a worker, and up to a millisecond of a timer.
 */
export async function pacedLoop(
  workers: number,
  seconds: number,
  rate: number,
  operation: (worker: number) => Promise<void>,
): Promise<Sample> {
  const times: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  let next = began
  const takeMoment = (): number => {
    next += (-Math.log(1 - Math.random()) / rate) * 1000
    return next
  }
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let meant = takeMoment(); meant < until; meant = takeMoment()) {
        await setTimeout(Math.max(0, meant - performance.now()))
        await operation(worker)
        times.push(performance.now() - meant)
      }
    }),
  )
  return sampleOf(times, began)
}

const sampleOf = (times: readonly number[], began: number): Sample => ({
  count: times.length,
  seconds: (performance.now() - began) / 1000,
  times: Float64Array.from(times).sort(),
})

/** The time within which that share of the operations was done. */
export const percentile = ({ times }: Sample, share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

export const rateOf = ({ count, seconds }: Sample): number => count / seconds
