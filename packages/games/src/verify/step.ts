/**
 * One thing that was checked: what it should be, what it is, in words or figures for the player.
 */
export interface Step {
  readonly name: string
  readonly expected: string
  readonly computed: string
  readonly ok: boolean
  /** What the player should know of it, also where it holds. */
  readonly note?: string
}

/** A step whose two sides must be the same text. */
export const compare = (name: string, expected: string, computed: string): Step => ({
  name,
  expected,
  computed,
  ok: expected === computed,
})

/** A step that holds where there is no fault, and names the fault otherwise. */
export const nothingWrong = (name: string, expected: string, wrong: readonly string[]): Step => ({
  name,
  expected,
  computed: wrong.length === 0 ? expected : wrong.join('; '),
  ok: wrong.length === 0,
})

/** Whether every step found what it expected. */
export const allHold = (steps: readonly Step[]): boolean => steps.every(({ ok }) => ok)
