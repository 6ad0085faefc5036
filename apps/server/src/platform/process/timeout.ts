import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

/**
 * Whether something comes within a time (ms); what fails doesn't. A process that was held up itself
 * first reads what has come meanwhile.
 */
export async function comesWithin(ms: number, awaited: Promise<unknown>): Promise<boolean> {
  let came = false
  const coming = awaited.then(
    () => {
      came = true
    },
    () => undefined,
  )
  await Promise.race([coming, wait(ms, undefined, { ref: false })])
  await turn()
  return came
}
