import type { ReferralTerms } from '@pipkin/contract'
import { type Money, moneyText } from '@pipkin/money'

/** What the programme gives and when it can be used, with the operator's figures. */
export function referralText({ reward, friendReward, unlock }: ReferralTerms): string {
  if (reward <= 0n && friendReward <= 0n) return 'Bring a friend to Pipkin.'
  const asked = whatIsAsked(unlock, 'deposit', 'play')
  return `${earningText(reward, friendReward)}${asked && ` It unlocks after they ${asked}.`}`
}

/** The same with the further conditions, where there is a reward. */
export const offerText = (terms: ReferralTerms): string =>
  terms.reward > 0n || terms.friendReward > 0n
    ? `${referralText(terms)} ${furtherText(terms)}`
    : referralText(terms)

/**
 * The further conditions: what the friend leaves with the house must cover the friend's rewards,
 * and an operator looks at friends who share something and at many rewards in a short time.
 */
export function furtherText({ unlock }: Pick<ReferralTerms, 'unlock'>): string {
  const { kept, keptByStakes } = unlock
  const looks = 'We also review some rewards first.'
  if (kept <= 0n) return looks
  const most = keptByStakes > 0n ? `: at most about ${moneyText(keptByStakes)} played` : ''
  return `It also waits until their games and fees have earned us ${moneyText(kept)}, counted by the published returns${most}. ${looks}`
}

/** When locked referral money can be moved; empty without conditions. */
export function unlockText({ unlock }: Pick<ReferralTerms, 'unlock'>): string {
  const asked = whatIsAsked(unlock, 'deposits', 'plays')
  return asked && `Locked referral money unlocks after your friend ${asked}.`
}

function earningText(reward: Money, friendReward: Money): string {
  const [own, friends] = [moneyText(reward), moneyText(friendReward)]
  if (reward === friendReward) return `You and your friend each earn ${own} on their first sign-in.`
  if (friendReward <= 0n) return `You earn ${own} on your friend's first sign-in.`
  if (reward <= 0n) return `Your friend earns ${friends} on their first sign-in.`
  return `You earn ${own} and your friend ${friends} on their first sign-in.`
}

const whatIsAsked = (
  { deposits, staked }: ReferralTerms['unlock'],
  deposit: string,
  play: string,
): string =>
  [
    deposits > 0n && `${deposit} ${moneyText(deposits)}`,
    staked > 0n && `${play} ${moneyText(staked)}`,
  ]
    .filter(Boolean)
    .join(' and ')
