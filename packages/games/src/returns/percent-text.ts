/**
 * A share as per cent with two decimals, cut and never rounded: no return reads higher than it is.
 * 0.96875 is `96.87`. The share is at least 0.
 */
export function percentText(share: number): string {
  if (!(share >= 0 && share < 1e15)) throw new RangeError(`not a share: ${share}`)
  // The shortest decimal of a double is cut as text: multiplying by 100 would make 0.29 read 28.99.
  const [whole = '0', decimals = ''] = share < 1e-6 ? [] : String(share).split('.')
  const digits = decimals.padEnd(4, '0')
  return `${BigInt(whole + digits.slice(0, 2))}.${digits.slice(2, 4)}`
}
