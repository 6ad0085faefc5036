/** A spin is 60 ticks of 75 ms; the reels stop one after the other, at the same ticks whatever the result. */
export const tickMs = 75
export const ticks = 60
export const stops = [36, 48, 60] as const

/** What a reel shows: a symbol in the middle and its neighbours. Null is nothing. */
export interface Reel {
  readonly middle: number | null
  readonly above: number | null
  readonly below: number | null
  readonly spinning: boolean
  /** One of those that are equal, once the result is shown. */
  readonly matched: boolean
}

/** Before a spin: three different fruits. */
export const restingReels = (symbols: number): Reel[] =>
  stops.map((_, reel) => still(reel + 1, symbols, { matched: false }))

/** How far a spin has come, by elapsed time. */
export const tickAt = (elapsedMs: number): number =>
  Math.min(ticks, Math.max(0, Math.floor(elapsedMs / tickMs)))

/**
 * The reels during a spin. `result` is null until the answer is there: no reel stops before. A reel that has stopped
 * shows its symbol alone, since neighbours that fit the others would tell of them.
 */
export function spinningReels(tick: number, symbols: number, result: readonly number[] | null): Reel[] {
  return stops.map((stop, reel): Reel => {
    const symbol = result?.[reel]
    if (tick >= stop && symbol !== undefined)
      return { middle: symbol, above: null, below: null, spinning: false, matched: false }
    const at = tick + reel
    return {
      middle: at % symbols,
      above: (at + 1) % symbols,
      below: (at + 2) % symbols,
      spinning: true,
      matched: false,
    }
  })
}

/** The reels with their result. No neighbour ever shows the matched fruit: there is no near miss. */
export function settledReels(result: readonly number[], symbols: number): Reel[] {
  const matched = result.find((symbol, reel) => result.indexOf(symbol) !== reel)
  return result.map((symbol) => still(symbol, symbols, { matched: symbol === matched, not: matched }))
}

/** A reel at rest: its neighbours are the next symbols that aren't its own, nor one that must not be shown. */
function still(
  symbol: number,
  symbols: number,
  { matched, not }: { matched: boolean; not?: number | undefined },
): Reel {
  const others = Array.from({ length: symbols - 1 }, (_, i) => (symbol + 1 + i) % symbols).filter(
    (other) => other !== not,
  )
  return {
    middle: symbol % symbols,
    above: others.at(0) ?? null,
    below: others.at(-1) ?? null,
    spinning: false,
    matched,
  }
}
