const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** How many rounds are dealt hard, in words: `none`, `9 in 10`, `all`. `winPercentage` is the share of kind ones, 0–100. */
export function hardShare(winPercentage: number): string {
  const hard = 100 - winPercentage
  if (hard === 0) return 'none'
  if (hard === 100) return 'all'
  const common = divisor(hard, 100)
  return `${hard / common} in ${100 / common}`
}
