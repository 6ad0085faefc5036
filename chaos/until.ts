import { setTimeout as wait } from 'node:timers/promises'

const patienceMs = 120_000

/**
 * Asks again and again until it is so; what can't be asked isn't so yet. Throws after two minutes.
 */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const patience = AbortSignal.timeout(patienceMs)
  while (!(await isSo().catch(() => false))) {
    if (patience.aborted) throw new Error(`not so after two minutes: ${what}`)
    await wait(20)
  }
}
