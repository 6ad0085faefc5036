/** A spin is 60 ticks of 75 ms. The reels stop one by one, at the same ticks for every result. */
export const tickMs = 75
export const ticks = 60
export const stops = [36, 48, 60] as const

/**
 * What a reel shows: that it turns, or a symbol in the middle and its neighbours. Null is empty.
 */
export type Reel = 'turning' | StillReel

export interface StillReel {
  readonly middle: number | null
  readonly above: number | null
  readonly below: number | null
  /** Whether it is one of the equal symbols; set once the result is shown. */
  readonly matched: boolean
  /** Whether it has stopped after turning. */
  readonly landed: boolean
}

/** Before a spin: three different fruits. */
export const restingReels = (symbols: number): StillReel[] =>
  stops.map((_, reel) => still(reel + 1, symbols, { matched: false, landed: false }))

/**
 * The reels during a spin: the first `stopped` from the left may stand still. `result` is null
 * until the answer arrives, and no reel stops before. A stopped reel shows only its symbol, since
 * its neighbours would hint at the other reels.
 */
export const spinningReels = (stopped: number, result: readonly number[] | null): Reel[] =>
  stops.map((_, reel): Reel => {
    const symbol = result?.[reel]
    if (reel >= stopped || symbol === undefined) return 'turning'
    return { middle: symbol, above: null, below: null, matched: false, landed: true }
  })

/**
 * The reels with their result. No neighbour ever shows the matched fruit: there is no near miss.
 */
export function settledReels(result: readonly number[], symbols: number): StillReel[] {
  const matched = result.find((symbol, reel) => result.indexOf(symbol) !== reel)
  return result.map((symbol) =>
    still(symbol, symbols, { matched: symbol === matched, landed: true, not: matched }),
  )
}

/**
 * A reel at rest. Its neighbours are the next symbols, except its own and the one that must not be
 * shown (`not`).
 */
function still(
  symbol: number,
  symbols: number,
  { not, ...look }: { matched: boolean; landed: boolean; not?: number | undefined },
): StillReel {
  const others = Array.from({ length: symbols - 1 }, (_, i) => (symbol + 1 + i) % symbols).filter(
    (other) => other !== not,
  )
  return {
    middle: symbol % symbols,
    above: others.at(0) ?? null,
    below: others.at(-1) ?? null,
    ...look,
  }
}
