/** A seeded random source: the same seed makes the same choices. */
export interface Chance {
  /** A whole number from 0 to `below - 1`. */
  below(below: number): number
  /** One of them. */
  of<T>(all: readonly T[]): T
  /** All of them, in another order. */
  shuffled<T>(all: readonly T[]): T[]
}

/** Mulberry32: short, and even enough to choose what is killed and played. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    of(all) {
      const one = all[below(all.length)]
      if (one === undefined) throw new RangeError('there is nothing to choose from')
      return one
    },
    shuffled: (all) =>
      all
        .map((one) => ({ one, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one),
  }
}
