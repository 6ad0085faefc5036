/**
 * How long to wait before the next try: longer each time up to half a minute, and not all browsers
 * at the same moment.
 */
export const reconnectAfterMs = (failures: number, chance: number): number =>
  Math.min(30_000, 1000 * 2 ** (failures - 1)) * (0.5 + chance / 2)
