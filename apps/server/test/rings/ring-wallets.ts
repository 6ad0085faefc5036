/**
 * The ledger's rules for a ring of accounts, in 1/100 fkr: stakes, sends, rewards, locks and own
 * money as `apps/server/migrations/` has them. `rings.test.ts` compares the two, so that a thousand
 * rings can be simulated without a database.
 */

/** Exact margins in millionths: `ledger.rulebooks.margin`. Tic-tac-toe's is 0: it doesn't count. */
export const margins = { slot: 31_250, mines: 39_367 } as const
export type RingGame = keyof typeof margins

/** What must hold besides deposits and stakes before a friend's reward unlocks. */
export type UnlockRule =
  /** Stakes and deposits alone, as the programme was once. */
  | 'stakes'
  /** The friend's money that games have taken and fees, counted by luck: an insurance. */
  | 'losses'
  /** What the friend has contributed: margins and fees. */
  | 'margins'

export interface Member {
  readonly id: number
  readonly referrer: Member | null
  deposit: number
  bonus: number
  win: number
  referral: number
  own: number
  deposited: number
  staked: number
  contributed: number
  /** What games and fees have really taken; negative where the member is ahead. */
  lost: number
  /** What the chain has given and got. */
  paidIn: number
  paidOut: number
  /** The rewards by this friend that were not unlocked when last judged. */
  readonly friends: Member[]
}

const reward = 10_000
const unlockDeposits = 50_000
const unlockStaked = 100_000

/** A referred member comes with the Bonus, and the referrer's Referral grows. */
export function join(id: number, referrer: Member | null): Member {
  const member: Member = {
    id,
    referrer,
    deposit: 0,
    bonus: referrer ? reward : 0,
    win: 0,
    referral: 0,
    own: 0,
    deposited: 0,
    staked: 0,
    contributed: 0,
    lost: 0,
    paidIn: 0,
    paidOut: 0,
    friends: [],
  }
  if (referrer) {
    referrer.referral += reward
    referrer.friends.push(member)
  }
  return member
}

/** Whether the reward of a level (0 the friend's own) by this friend is unlocked. */
export const isUnlocked = (friend: Member, level: 0 | 1, rule: UnlockRule): boolean =>
  friend.deposited >= unlockDeposits &&
  friend.staked >= unlockStaked &&
  (rule === 'stakes' ||
    (rule === 'margins' ? friend.contributed : friend.lost) >= reward * (level + 1))

/** How much of a member's Bonus can't be staked yet. */
export const lockedBonus = (member: Member, rule: UnlockRule): number =>
  member.referrer && !isUnlocked(member, 0, rule) ? Math.min(member.bonus, reward) : 0

/** How much of a member's Referral can't be moved yet. */
export const lockedReferral = (member: Member, rule: UnlockRule): number =>
  reward * member.friends.filter((friend) => !isUnlocked(friend, 1, rule)).length

/** What the house has given by rewards that are unlocked. */
export const unlockedBy = (friend: Member, rule: UnlockRule): number =>
  friend.referrer
    ? reward * (Number(isUnlocked(friend, 0, rule)) + Number(isUnlocked(friend, 1, rule)))
    : 0

/** Credits a deposit, which is the member's own money. */
export function deposit(member: Member, count: number): void {
  member.deposit += count
  member.own += count
  member.deposited += count
  member.paidIn += count
}

interface Round {
  readonly member: Member
  readonly stake: number
  readonly ownPart: number
}

/** Places a bet; null where it can't be funded. */
export function bet(member: Member, game: RingGame, stake: number, rule: UnlockRule): Round | null {
  const share = Math.ceil(stake / 5)
  if (share > member.deposit) return null
  const bonus = Math.min(stake - share, member.bonus - lockedBonus(member, rule))
  const fromDeposit = Math.min(stake - bonus, member.deposit)
  const win = stake - bonus - fromDeposit
  if (win > member.win) return null
  const ownPart = Math.min(fromDeposit + win, member.own)
  member.deposit -= fromDeposit
  member.bonus -= bonus
  member.win -= win
  member.own -= ownPart
  member.staked += stake
  member.contributed += Math.floor((stake * margins[game]) / 1_000_000)
  member.lost += stake
  return { member, stake, ownPart }
}

/** Pays a round out. The payout is own money in the share in which the stake was. */
export function settle({ member, stake, ownPart }: Round, payout: number): void {
  member.win += payout
  member.own += Math.floor((payout * ownPart) / stake)
  member.lost -= payout
}

/** Sends to another member; false where it isn't funded. Own money goes first, and pays the fee. */
export function send(sender: Member, receiver: Member, count: number): boolean {
  const fee = Math.ceil(count / 50)
  if (count <= 0 || fee >= count || sender.deposit < count) return false
  const own = Math.min(count, sender.own)
  sender.deposit -= count
  sender.own -= own
  sender.contributed += fee
  sender.lost += fee
  receiver.deposit += count - fee
  receiver.own += Math.max(own - fee, 0)
  return true
}

/** Moves all winnings to Deposit. */
export function moveWin(member: Member): void {
  member.deposit += member.win
  member.win = 0
}

/** Moves what is unlocked of Referral; answers how much. */
export function moveReferral(member: Member, rule: UnlockRule): number {
  const free = member.referral - lockedReferral(member, rule)
  if (free <= 0) return 0
  member.referral -= free
  member.deposit += free
  return free
}

/** A withdrawal that is paid, out of rewards too: as if the operator released each one. */
export function withdraw(member: Member, count: number): boolean {
  const fee = Math.ceil(count / 10)
  if (count <= 0 || fee >= count || member.deposit < count) return false
  member.deposit -= count
  member.own -= Math.min(count, member.own)
  member.contributed += fee
  member.lost += fee
  member.paidOut += count - fee
  return true
}
