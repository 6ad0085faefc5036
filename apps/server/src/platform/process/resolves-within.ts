import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

/**
 * Whether a promise resolves within `ms`; false if it rejects. If this process was blocked
 * meanwhile, it first reads what has arrived.
 */
export async function resolvesWithin(ms: number, awaited: Promise<unknown>): Promise<boolean> {
  let resolved = false
  const settled = awaited.then(
    () => {
      resolved = true
    },
    () => undefined,
  )
  await Promise.race([settled, wait(ms, undefined, { ref: false })])
  await turn()
  return resolved
}
