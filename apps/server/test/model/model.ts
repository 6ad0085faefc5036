import type { RefusalCode } from '@pipkin/contract'
import type { GameSettings } from '../../src/rounds/catalogue.ts'

/**
 * The ledger and the games in a hundred lines: every balance that follows from the requests, in
 * 1/100 fkr. The model has no clock, chance or database. It receives a round's result when its
 * proof has been recomputed.
 */
export interface Player {
  deposit: bigint
  bonus: bigint
  win: bigint
  /** Rewards for friends, and those that are kept until the end of a break. */
  referral: bigint
  keptRewards: bigint
  /** Withdrawals on their way. */
  leaving: bigint
  loggedIn: boolean
  /** Stakes less returns, and what came in by deposits and from others. */
  lost: bigint
  cameIn: bigint
  /** The limits in force. No time passes by itself, so a raise never counts. */
  readonly limits: Map<LimitKind, bigint>
  onBreak: boolean
  /** The stakes of open rounds, by the wallets that they came from. */
  readonly open: Map<number, Split>
  /** What was asked for and answered under each key. */
  readonly kept: Map<string, { readonly asked: string; readonly answer: unknown }>
}
export type LimitKind = 'stake' | 'loss' | 'deposit'
export type Split = Readonly<Record<'deposit' | 'bonus' | 'win', bigint>>
/** What must be answered. */
export type Verdict = 'done' | 'again' | RefusalCode

/** Before anything is looked at: who is asking, and under which key. */
export function admit(player: Player, key: string | null, asked: string): Verdict {
  if (!player.loggedIn) return 'noSession'
  const kept = key === null ? undefined : player.kept.get(key)
  return kept === undefined ? 'done' : kept.asked === asked ? 'again' : 'keyReused'
}

/** Takes a stake out of the wallets, unless the game has an open round, which goes on. */
export function bet(
  player: Player,
  { game, minimum, maximum, step }: GameSettings,
  stake: bigint,
): Verdict {
  if (player.open.has(game)) return 'done'
  if (stake < minimum) return 'stakeTooSmall'
  if (stake > maximum) return 'stakeTooLarge'
  if ((stake - minimum) % step !== 0n) return 'stakeOffStep'
  if (player.onBreak) return 'onBreak'
  if (isOver(player, 'stake', stake) || isOver(player, 'loss', player.lost + stake))
    return 'limitReached'
  const share = (stake + 4n) / 5n
  const bonus = least(stake - share, player.bonus)
  const deposit = least(stake - bonus, player.deposit)
  const win = stake - bonus - deposit
  if (share > player.deposit || win > player.win) return 'insufficientFunds'
  player.open.set(game, { deposit, bonus, win })
  player.lost += stake
  change(player, { deposit: -deposit, bonus: -bonus, win: -win })
  return 'done'
}

/** Ends the game's round. A tie gives the stake back to the wallets that it came from. */
export function settle(player: Player, game: number, status: string, payout: bigint): void {
  const stake = player.open.get(game)
  player.open.delete(game)
  if (stake) change(player, status === 'Tie' ? stake : { deposit: 0n, bonus: 0n, win: payout })
  player.lost -= payout
}

/** A first limit and a lower one count at once. */
export function setLimit({ limits }: Player, kind: LimitKind, amount: bigint): void {
  limits.set(kind, least(amount, limits.get(kind) ?? amount))
}

function isOver({ limits }: Player, kind: LimitKind, amount: bigint): boolean {
  const limit = limits.get(kind)
  return limit !== undefined && amount > limit
}

/** Sends from one Deposit to another; the sender pays 2 %, rounded up. */
export function send(from: Player, to: Player, amount: bigint): Verdict {
  const net = amount - (amount * 2n + 99n) / 100n
  if (net <= 0n) return 'invalidAmount'
  if (from.onBreak) return 'onBreak'
  if (from === to) return 'sameReceiver'
  if (from.deposit < amount) return 'sendUnfunded'
  if (to.onBreak || isOver(to, 'deposit', to.cameIn + net)) return 'receiverCannot'
  from.deposit -= amount
  to.deposit += net
  to.cameIn += net
  return 'done'
}

/** A friend's first sign-in. */
export function reward(player: Player, amount: bigint): void {
  player[player.onBreak ? 'keptRewards' : 'referral'] += amount
}

/** Ends a break, and gives the rewards that were kept for its end. */
export function endBreak(player: Player): void {
  player.onBreak = false
  player.referral += player.keptRewards
  player.keptRewards = 0n
}

/** Moves winnings to Deposit. */
export function moveWin(player: Player, amount: bigint): Verdict {
  if (amount <= 0n) return 'invalidAmount'
  if (player.win < amount) return 'winUnfunded'
  change(player, { deposit: amount, bonus: 0n, win: -amount })
  return 'done'
}

/** Takes a withdrawal out of Deposit, on its way. */
export function withdraw(player: Player, amount: bigint): Verdict {
  if (amount <= 1n) return 'invalidAmount'
  if (amount < 100n) return 'withdrawalTooSmall'
  if (player.deposit < amount) return 'insufficientBalance'
  player.deposit -= amount
  player.leaving += amount
  return 'done'
}

/** An operator puts a wallet right; refused where it would go below zero. */
export function adjust(player: Player, wallet: keyof Split, amount: bigint): 'notFree' | null {
  if (player[wallet] + amount < 0n) return 'notFree'
  player[wallet] += amount
  return null
}

function change(player: Player, by: Split): void {
  for (const wallet of ['deposit', 'bonus', 'win'] as const) player[wallet] += by[wallet]
}
const least = (a: bigint, b: bigint) => (a < b ? a : b)
