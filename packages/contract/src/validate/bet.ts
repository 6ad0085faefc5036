import { type Money, moneyText, parseWholeMoney, subtract } from '@pipkin/money'
import { refusalMessage } from '../refusals.ts'
import { depositShareOf } from '../stake-split.ts'

export interface BetLimits {
  readonly minimum: Money
  readonly maximum: Money
  readonly step: Money
}

/**
 * What is wrong with a bet, or undefined. The order is the server's: minimum, maximum, step; then
 * the first check of the 20 % rule, which is the browser's alone (the server judges the whole
 * stake).
 */
export function validateBet(
  text: string,
  limits: BetLimits,
  depositBalance: Money,
): string | undefined {
  const stake = parseWholeMoney(text)
  if (stake === null && text) return 'Please enter a valid bet amount.'
  if (stake === null || stake <= 0n || stake < limits.minimum)
    return refusalMessage('stakeTooSmall', { n: moneyText(limits.minimum) })
  if (stake > limits.maximum)
    return refusalMessage('stakeTooLarge', { n: moneyText(limits.maximum) })
  if (subtract(stake, limits.minimum) % limits.step !== 0n)
    return refusalMessage('stakeOffStep', { n: moneyText(limits.step) })
  if (depositShareOf(stake) > depositBalance)
    return "You don't have sufficient amount please rechage your wallet"
  return undefined
}
