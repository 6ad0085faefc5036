/** Whether a value is an object with exactly these keys of its own. */
export function hasExactly<K extends string>(
  value: unknown,
  ...keys: K[]
): value is Record<K, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === keys.length &&
    keys.every((key) => Object.hasOwn(value, key))
  )
}

/** Whether a value is a whole number from `least` to `most`. */
export const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

/** Whether a value is an object with exactly the keys of a model. */
export const hasKeysOf = <T extends object>(
  value: unknown,
  model: T,
): value is Record<keyof T, unknown> => hasExactly(value, ...Object.keys(model))

/**
 * The most that a round may pay, in hundredths of the stake: the ledger settles no more than a
 * hundred times the stake (`ledger.store_moves`). If rules allowed more, the player who wins such a
 * round would be the first to find out.
 */
export const mostPays = 10_000

/**
 * What a result may pay, in hundredths of the stake: above zero, and no more than the ledger
 * settles.
 */
export const isPay = (value: unknown): value is number => isWhole(value, 1, mostPays)

/** A whole percentage from 0 to 100. */
export const isPercentage = (value: unknown): value is number => isWhole(value, 0, 100)
