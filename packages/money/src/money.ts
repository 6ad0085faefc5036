/**
 * Money is a whole number of 1/100 fkr. The brand keeps a count, an id or a number of tokens from
 * being passed where an amount is meant.
 */
export type Money = bigint & { readonly __unit: '1/100 fkr' }

/**
 * The hundredths themselves, as money; a number, as JSON has them, must be whole. The one place
 * where the brand is given.
 */
export const hundredths = (count: bigint | number): Money => BigInt(count) as Money

/** Whole fkr as money. `count` must be a safe integer. */
export function fkr(count: number): Money {
  if (!Number.isSafeInteger(count)) throw new RangeError(`not a whole number of fkr: ${count}`)
  return hundredths(BigInt(count) * 100n)
}

export const zero: Money = hundredths(0n)

/** The sum of any number of amounts. */
export const add = (...amounts: Money[]): Money =>
  hundredths(amounts.reduce<bigint>((sum, a) => sum + a, 0n))
/** A difference, which may be below zero. */
export const subtract = (from: Money, amount: Money): Money => hundredths(from - amount)
/** The same amount with the other sign. */
export const negate = (amount: Money): Money => hundredths(-amount)
/** The smaller of two amounts. */
export const least = (a: Money, b: Money): Money => (a < b ? a : b)

/**
 * `part` in 10,000 of an amount that isn't negative, rounded up to 1/100 fkr: fees and least shares
 * favour no fraction.
 */
export function shareRoundedUp(amount: Money, partBp: bigint): Money {
  return hundredths((amount * partBp + 9_999n) / 10_000n)
}

/** What a stake returns at a multiplier in hundredths. Stakes are whole fkr, so this is exact. */
export const times = (stake: Money, multiplierHundredths: number): Money =>
  hundredths((stake * BigInt(multiplierHundredths)) / 100n)
