/**
 * Answers how long somebody still has to wait, in ms: 0 where it is their turn, which is then
 * taken.
 */
export type Pace = (who: number) => number

export interface PaceOptions {
  readonly perSecond: number
  /** How many may come at once after a rest. */
  readonly burst: number
  elapsedMs(): number
}

const mostKept = 10_000

/**
 * Lets each one through so often a second. Kept in the process, with a number for each who came
 * lately: against floods, which are to cost the database nothing. What must hold over processes and
 * restarts is counted in the database (`createLimit`).
 */
export function createPace({ perSecond, burst, elapsedMs }: PaceOptions): Pace {
  const eachMs = 1_000 / perSecond
  /** When all that somebody has taken would have come one after the other. */
  const paidUntil = new Map<number, number>()

  const forgetRested = (now: number) => {
    for (const [who, until] of paidUntil) if (until <= now) paidUntil.delete(who)
  }

  return (who) => {
    const now = elapsedMs()
    const until = Math.max(paidUntil.get(who) ?? now, now) + eachMs
    const wait = until - now - burst * eachMs
    if (wait > 0) return wait
    paidUntil.set(who, until)
    if (paidUntil.size % mostKept === 0) forgetRested(now)
    return 0
  }
}

/** For tests and local trials: everybody, always. */
export const noPace: Pace = () => 0
