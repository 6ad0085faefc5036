/**
 * A field of something from outside, unknown as everything there; undefined where there is no such
 * thing.
 */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
