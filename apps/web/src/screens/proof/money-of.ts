import type { Proof } from '@pipkin/games'
import { hundredths, type Money, subtract } from '@pipkin/money'

/** What was bet, what came back and the difference, as a proof says it. */
export function moneyOf({ stake, payout }: Pick<Proof, 'stake' | 'payout'>): {
  stake: Money
  returned: Money
  net: Money
} {
  const [staked, returned] = [hundredths(BigInt(stake)), hundredths(BigInt(payout))]
  return { stake: staked, returned, net: subtract(returned, staked) }
}
