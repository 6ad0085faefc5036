/**
 * A round of the list: it rests at the top, glides to the bottom, rests there, and starts again.
 */
export const roundMs = 20_000
const restMs = 1_500
const glideMs = roundMs - 2 * restMs

/** How far down the list is, of `distance` px, `elapsedMs` after its round began. */
export function topAfter(elapsedMs: number, distance: number): number {
  const share = (elapsedMs - restMs) / glideMs
  return distance * Math.min(1, Math.max(0, share))
}

/** The time in a round at which the list is where a person has scrolled it to. */
export function elapsedAt(top: number, distance: number): number {
  return distance > 0 ? restMs + glideMs * Math.min(1, Math.max(0, top / distance)) : 0
}
