import type { Money } from '@pipkin/money'

export interface NetLine {
  /**
   * From the start, where the net is 0, through the net after each point; x and y from 0 to 1, y
   * downwards.
   */
  readonly points: readonly { readonly x: number; readonly y: number }[]
  /** Where 0 lies. */
  readonly zero: number
}

/** Places the running net of a period in a box of 1 × 1; 0 is always in sight. */
export function netLine(nets: readonly Money[]): NetLine {
  const heights = [0, ...nets.map(Number)]
  const top = Math.max(...heights)
  const span = top - Math.min(...heights)
  const y = (net: number) => (span === 0 ? 0.5 : (top - net) / span)
  const last = Math.max(1, nets.length)
  return { points: heights.map((net, index) => ({ x: index / last, y: y(net) })), zero: y(0) }
}
