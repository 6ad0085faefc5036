import type { Proof } from '@pipkin/games'
import { hundredths, type Money, subtract } from '@pipkin/money'

/** The stake, the return and the net, as a proof says them. */
export function moneyOf({ stake, payout }: Pick<Proof, 'stake' | 'payout'>): {
  stake: Money
  returned: Money
  net: Money
} {
  const [staked, returned] = [hundredths(BigInt(stake)), hundredths(BigInt(payout))]
  return { stake: staked, returned, net: subtract(returned, staked) }
}
