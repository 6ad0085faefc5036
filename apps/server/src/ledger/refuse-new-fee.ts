import { hundredths, moneyText } from '@pipkin/money'
import { type Refusal, refuse } from '../platform/http/answer.ts'

/** Refuses what would cost another fee than the player saw; with the one that it would cost now. */
export function refuseNewFee({ fee }: { readonly fee: number }): Refusal<'feeChanged'> {
  const now = hundredths(fee)
  return refuse('feeChanged', { parts: { n: moneyText(now) }, data: { fee: now } })
}
