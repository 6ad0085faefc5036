/** An exact fraction: lowest terms, `d` above zero. */
export interface Fraction {
  readonly n: bigint
  readonly d: bigint
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))

const size = (n: bigint): bigint => (n < 0n ? -n : n)

/** n/d in lowest terms; `d` above zero. */
export function fraction(n: bigint | number, d: bigint | number = 1n): Fraction {
  const [top, bottom] = [BigInt(n), BigInt(d)]
  if (bottom <= 0n) throw new RangeError(`no fraction with the denominator ${bottom}`)
  const common = divisor(size(top), bottom)
  return { n: top / common, d: bottom / common }
}

export const zero = fraction(0)
export const one = fraction(1)

/** A sum, in lowest terms. */
export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.n * b.d + b.n * a.d, a.d * b.d)
/** A difference, in lowest terms. */
export const minus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.n * b.d - b.n * a.d, a.d * b.d)
/** A product, in lowest terms. */
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d)

/** A quotient; `b` above zero. */
const over = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n)

/** Whether `a` is more than `b`. */
export const isMore = (a: Fraction, b: Fraction): boolean => a.n * b.d > b.n * a.d

/** The greatest of at least one. */
export const greatest = (all: readonly Fraction[]): Fraction =>
  all.reduce((a, b) => (isMore(b, a) ? b : a))

/** The sum of any number; zero for none. */
export const sum = (all: readonly Fraction[]): Fraction => all.reduce(plus, zero)

/** The plain average of at least one. */
export const mean = (all: readonly Fraction[]): Fraction => over(sum(all), fraction(all.length))

/** Hundredths of the stake as a fraction of it. */
export const ofStake = (hundredths: number): Fraction => fraction(hundredths, 100)

/** The nearest double, for the wire. */
export const toNumber = ({ n, d }: Fraction): number => Number(n) / Number(d)
