import type { StakeSplit } from '@pipkin/games'
import { type Money, moneyText, subtract } from '@pipkin/money'
import type { PlayableBalances } from '../../api/queries.ts'
import type { WorthText } from '../../forms/worth.tsx'
import type { Doubt } from '../../play/use-doubt.ts'

/** What may be staked from each wallet, and what of Bonus is locked. */
export function balancesText(
  { deposit, bonus, win, locked }: PlayableBalances,
  worth: WorthText,
): string {
  const text = (of: Money) => `${moneyText(of)}${worth(of)}`
  const lockedText = locked.bonus > 0n ? ` (${text(locked.bonus)} locked)` : ''
  const free = text(subtract(bonus, locked.bonus))
  return `Deposit ${text(deposit)} · Bonus ${free}${lockedText} · Win ${text(win)}`
}

/** From which wallets a stake would come. */
export function fundingText({ deposit, bonus, win }: StakeSplit<Money>, worth: WorthText): string {
  const text = (of: Money) => `${moneyText(of)}${worth(of)}`
  return `From Deposit ${text(deposit)} · Bonus ${text(bonus)} · Win ${text(win)}`
}

/** What is known of a bet that got no answer. */
export function doubtText({ stake, known }: Doubt, worth: WorthText): string {
  const bet = `bet of ${moneyText(stake)} fkr${worth(stake)}`
  return {
    asking: `No answer came. Asking whether your ${bet} counts…`,
    noRound: `No answer came. No round is open: nothing is taken of your ${bet} so far. Trying again is safe: it is done once.`,
    refused: `Your ${bet} was refused: nothing is taken of it.`,
  }[known]
}
