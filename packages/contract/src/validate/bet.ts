import {
  least,
  type Money,
  moneyText,
  shareRoundedUp,
  subtract,
  wholeMoneyFromWire,
} from '@pipkin/money'
import { refusalMessage } from '../refusals.ts'

export interface BetLimits {
  readonly minimum: Money
  readonly maximum: Money
  readonly step: Money
}

/** 20 % of the stake, rounded up, must come from the Deposit wallet. */
export const depositShareOf = (stake: Money): Money => shareRoundedUp(stake, 2_000n)

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
  const stake = wholeMoneyFromWire(text)
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

/**
 * From which wallets a stake comes: at least 20 % from Deposit, then Bonus, then the rest of
 * Deposit, then Win. Null where it can't be funded. The ledger's own split is `stake_split` in SQL;
 * this one is what the bet sheet shows beforehand. `bonus` is what isn't locked.
 */
export function splitStake(stake: Money, balances: StakeSplit): StakeSplit | null {
  const share = depositShareOf(stake)
  if (share > balances.deposit) return null
  const bonus = least(subtract(stake, share), balances.bonus)
  const deposit = least(subtract(stake, bonus), balances.deposit)
  const win = subtract(subtract(stake, bonus), deposit)
  return win > balances.win ? null : { deposit, bonus, win }
}

export interface StakeSplit {
  readonly deposit: Money
  readonly bonus: Money
  readonly win: Money
}
