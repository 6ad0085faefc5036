import {
  bet,
  deposit,
  isUnlocked,
  join,
  type Member,
  moveReferral,
  moveWin,
  type RingGame,
  send,
  settle,
  type UnlockRule,
  unlockedBy,
  withdraw,
} from './ring-wallets.ts'

/** Numbers from 0 to 1 by a seed (mulberry32): a ring can be played again. */
export function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
type Random = () => number

/** What a round of the slot pays for a stake of 1: 1/16, 9/16, 6/16. */
const spin = (random: Random): number => {
  const at = random() * 16
  return at < 1 ? 2 : at < 10 ? 1.5 : 0
}

/** A round of Mines, cashed out once the win amount is above `until` times the stake. */
function dig(random: Random, until: number): number {
  const safe = [0.5, 0.5, 0.5, 0.5, 1, 1, 1, 1, 1, 1, 1, 2.5, 2.5, 2.5, 2.5]
  let won = 0
  for (let mines = 10; safe.length > 0; ) {
    const at = Math.floor(random() * (safe.length + mines))
    const [multiplier] = safe.splice(at, 1)
    if (multiplier === undefined) return 0
    won += multiplier
    if (won > until) return won
  }
  return won
}

/** How the members of a ring play and where their money goes. */
export interface Strategy {
  readonly name: string
  readonly game: RingGame
  /** A round's stake; the slot takes 10 to 500 fkr, Mines 10 to 200. */
  readonly stake: number
  /** In Mines: the win amount, in stakes, above which to cash out. */
  readonly until?: number
  /** What each friend deposits. */
  readonly deposit: number
  /** Leaves with winnings once it is this much ahead; a member that loses plays for the reward. */
  readonly leavesAhead?: number
  /** Stops at the friend's own reward. */
  readonly ownRewardAlone?: boolean
  /** Pays what is missing by sending back and forth, rather than by play. */
  readonly paysByFees?: boolean
  /** Each member brings the next one, rather than one bringing all. */
  readonly chain?: boolean
  /** Sends the money around the ring before it leaves, so that rewards mix with own money. */
  readonly launders?: boolean
  /** Sends the money to the first member, who alone withdraws; otherwise each member withdraws. */
  readonly sendsHome?: boolean
  /** How often it withdraws and deposits again: fees count as contributed. */
  readonly cycles?: number
}

const fkr = 100
const low = { game: 'slot', stake: 10 * fkr, deposit: 500 * fkr } as const
const bold = { game: 'slot', stake: 500 * fkr, deposit: 500 * fkr } as const

export const strategies: readonly Strategy[] = [
  { name: 'least stakes in the slot', ...low },
  { name: 'the same, sent home', ...low, sendsHome: true },
  { name: 'the same, laundered around the ring', ...low, launders: true },
  { name: 'the same, each member brings the next', ...low, chain: true, launders: true },
  { name: "the friend's own reward alone", ...low, ownRewardAlone: true },
  { name: 'most stakes in the slot', ...bold },
  { name: 'one large bet, and away with a win', ...bold, leavesAhead: 100 * fkr },
  { name: 'large bets, away 500 ahead', ...bold, leavesAhead: 500 * fkr },
  { name: 'large bets, away 2,000 ahead', ...bold, deposit: 1_000 * fkr, leavesAhead: 2_000 * fkr },
  { name: 'Mines, best play', game: 'mines', stake: 10 * fkr, until: 1.5, deposit: 500 * fkr },
  { name: 'Mines, one cell', game: 'mines', stake: 10 * fkr, until: 0, deposit: 500 * fkr },
  {
    name: 'Mines, most stakes, away 200 ahead',
    game: 'mines',
    stake: 200 * fkr,
    until: 1.5,
    deposit: 500 * fkr,
    leavesAhead: 200 * fkr,
  },
  { name: 'stakes of 1,000, the rest by fees of sends', ...low, paysByFees: true },
  { name: 'stakes of 1,000, the rest by withdrawing', ...low, cycles: 4 },
]

export interface RingResult {
  readonly members: number
  /** What the chain gave in the end, less what it got; in 1/100 fkr. */
  readonly onChain: number
  /** The same with the wallets at face value, before any withdrawal. */
  readonly atFace: number
  /** What the rounds gave beyond their exact returns: luck alone. */
  readonly luck: number
  readonly unlocked: number
  readonly contributed: number
}

const rounds = { slot: spin, mines: dig } as const
const returns = { slot: 31 / 32, mines: 6_076 / 6_325 } as const

/** Plays a ring of `size` members by a strategy, until all of its money has left. */
export function playRing(
  size: number,
  strategy: Strategy,
  rule: UnlockRule,
  random: Random,
): RingResult {
  const first = join(0, null)
  const members = [first]
  while (members.length < size)
    members.push(join(members.length, strategy.chain ? members.at(-1)! : first))
  let luck = 0
  const play = (member: Member): boolean => {
    const round = bet(member, strategy.game, strategy.stake, rule)
    if (!round) return false
    const pays = rounds[strategy.game](random, strategy.until ?? 0)
    settle(round, strategy.stake * pays)
    luck += strategy.stake * (pays - returns[strategy.game])
    return true
  }
  for (const friend of members.slice(1)) earn(friend, first, strategy, rule, play)
  for (const member of members) {
    // The unlocked Bonus becomes money by being staked.
    while (member.referrer && isUnlocked(member, 0, rule) && member.bonus > 0 && play(member))
      moveWin(member)
    moveReferral(member, rule)
    moveWin(member)
  }
  if (strategy.launders) launder(members)
  const face = members.reduce((sum, member) => sum + member.deposit, 0)
  const paidIn = members.reduce((sum, { paidIn, paidOut }) => sum + paidIn - paidOut, 0)
  if (strategy.sendsHome) for (const member of members.slice(1)) send(member, first, member.deposit)
  for (const member of members) withdraw(member, member.deposit)
  return {
    members: size,
    onChain: members.reduce((sum, { paidIn, paidOut }) => sum + paidOut - paidIn, 0),
    atFace: face - paidIn,
    luck,
    unlocked: members.reduce((sum, member) => sum + unlockedBy(member, rule), 0),
    contributed: members.reduce((sum, member) => sum + member.contributed, 0),
  }
}

/** A friend deposits, and plays or pays until its rewards unlock or it gives up. */
function earn(
  friend: Member,
  home: Member,
  strategy: Strategy,
  rule: UnlockRule,
  play: (member: Member) => boolean,
): void {
  deposit(friend, strategy.deposit)
  const isDone = () => isUnlocked(friend, strategy.ownRewardAlone ? 0 : 1, rule)
  const isAhead = () =>
    strategy.leavesAhead !== undefined &&
    friend.deposit + friend.win - friend.paidIn + friend.paidOut >= strategy.leavesAhead
  const isPlayed = () => (strategy.paysByFees || strategy.cycles) && friend.staked >= 1_000 * fkr
  while (!isDone() && !isAhead() && !isPlayed() && friend.paidIn <= 100 * strategy.deposit) {
    if (play(friend)) moveWin(friend)
    // The money is gone too early: deposit more, as long as the reward is nearer than a new
    // friend's.
    else deposit(friend, strategy.deposit)
  }
  for (let turn = 0; strategy.cycles && turn < strategy.cycles && !isDone(); turn += 1) {
    const amount = friend.deposit
    if (!withdraw(friend, amount)) return
    deposit(friend, amount - Math.ceil(amount / 10))
  }
  for (let turn = 0; strategy.paysByFees && turn < 100 && !isDone(); turn += 1) {
    const amount = friend.deposit
    if (!send(friend, home, amount) || !send(home, friend, amount - Math.ceil(amount / 50))) return
  }
}

/**
 * Sends money around the ring twice: what came out of rewards mixes with own money as far as it
 * can.
 */
function launder(members: readonly Member[]): void {
  for (let turn = 0; turn < 2; turn += 1)
    for (const [index, member] of members.entries())
      send(member, members[(index + 1) % members.length]!, Math.floor(member.deposit / 2))
}
