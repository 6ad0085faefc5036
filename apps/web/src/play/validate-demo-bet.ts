import type { BetLimits } from '@pipkin/contract'
import { type Money, parseWholeMoney, zero } from '@pipkin/money'

/** What is wrong with a bet of play money, or undefined. The step only guides Less and More. */
export function validateDemoBet(
  text: string,
  { minimum, maximum }: Pick<BetLimits, 'minimum' | 'maximum'>,
  balance: Money,
): string | undefined {
  const stake = parseWholeMoney(text)
  if (stake === null) return 'Please enter a valid bet amount.'
  if (stake <= zero || stake < minimum || stake > maximum) return 'Please enter a valid bet.'
  return stake > balance ? 'Invalid bet amount' : undefined
}
