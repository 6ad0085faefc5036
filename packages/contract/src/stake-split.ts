import type { StakeSplit } from '@pipkin/games'
import { add, least, type Money, shareRoundedUp, subtract, times } from '@pipkin/money'

/** 20 % of the stake, rounded up, must come from the Deposit wallet. */
export const depositShareOf = (stake: Money): Money => shareRoundedUp(stake, 2_000n)

/**
 * From which wallets a stake comes: at least 20 % from Deposit, then Bonus, then the rest of
 * Deposit, then Win. Null if it can't be funded. The ledger's own split is `stake_split` in SQL;
 * this one is for the bet sheet, before the bet. `bonus` is what isn't locked.
 */
export function splitStake(stake: Money, balances: StakeSplit<Money>): StakeSplit<Money> | null {
  const share = depositShareOf(stake)
  if (share > balances.deposit) return null
  const bonus = least(subtract(stake, share), balances.bonus)
  const deposit = least(subtract(stake, bonus), balances.deposit)
  const win = subtract(subtract(stake, bonus), deposit)
  return win > balances.win ? null : { deposit, bonus, win }
}

/**
 * The greatest stake that `splitStake` can fund: at most the three wallets together, and at most
 * five times Deposit, since a fifth of every stake must come from there.
 */
export const stakeableOf = ({ deposit, bonus, win }: StakeSplit<Money>): Money =>
  least(times(deposit, 500), add(deposit, bonus, win))
