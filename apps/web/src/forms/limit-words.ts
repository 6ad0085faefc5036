import { type Limit, type Limits, limitName } from '@pipkin/contract'
import { type Money, moneyText } from '@pipkin/money'
import { dayTimeText } from '../browser/dates.ts'
import { logOut, sessionLost } from '../shell/session.ts'
import type { WorthText } from './worth.tsx'

/** `You have used 83 of the 100 fkr of your loss limit for 7 days.` */
export const warnedText = (limit: Limit, worth: WorthText): string =>
  `You have used ${moneyText(limit.used)}${worth(limit.used)} of the ${moneyText(limit.amount)} fkr${worth(limit.amount)} of your ${limitName(limit.kind, limit.period)}.`

interface Room {
  readonly left: Limit['left']
  readonly says: string
}

/** What the tightest deposit limit leaves, and when more comes; null where there is none. */
export const depositRoom = (limits: readonly Limit[], worth: WorthText): Room | null =>
  roomIn(
    limits.filter(({ kind }) => kind === 'deposit'),
    worth,
  )

function roomIn(limits: readonly Limit[], worth: WorthText): Room | null {
  const [tightest] = limits.toSorted((a, b) => (a.left < b.left ? -1 : Number(a.left > b.left)))
  if (!tightest) return null
  const { kind, period, amount, left, resetsAt } = tightest
  if (kind === 'stake')
    return { left, says: `Your stake limit is ${moneyText(amount)} fkr${worth(amount)} a round.` }
  const until = resetsAt === null ? '' : ` until ${dayTimeText(resetsAt)}`
  const name = limitName(kind, period)
  const says =
    left > 0n
      ? `Your ${name} leaves ${moneyText(left)} fkr${worth(left)}${until}.`
      : `Your ${name} leaves nothing${until}.`
  return { left, says }
}

/** When a break ends; one that outlasts a life ends on request. */
export const untilText = (until: Date): string =>
  until.getFullYear() > new Date().getFullYear() + 90 ? 'you ask us to end it' : dayTimeText(until)

/** `You are on a break until 21 Nov 2026, 10:00.` */
export const breakText = ({ kind, until }: NonNullable<Limits['break']>): string =>
  `${kind === 'exclusion' ? 'You have excluded yourself' : 'You are on a break'} until ${untilText(until)}.`

/** Why the player's own limits would refuse a deposit, in a sentence; null if they wouldn't. */
export const barOf = (limits: Limits | undefined, amount: Money, worth: WorthText): string | null =>
  barBy(limits, amount, depositRoom(limits?.limits ?? [], worth))

/**
 * The same for a stake. Under a law that logs the player out at a used-up loss limit, the server
 * does so as it refuses the bet. So then ignore a loss limit that leaves less than the `least`
 * stake.
 */
export function barOfStake(
  limits: Limits | null | undefined,
  stake: Money,
  least: Money,
  worth: WorthText,
): string | null {
  const own = limits?.limits.filter(
    ({ kind, left }) =>
      kind === 'stake' || (kind === 'loss' && (!limits.offers.logsOutAtLimit || left >= least)),
  )
  return barBy(limits, stake, roomIn(own ?? [], worth))
}

function barBy(limits: Limits | null | undefined, amount: Money, room: Room | null): string | null {
  if (limits?.break) return breakText(limits.break)
  return room && amount > room.left ? room.says : null
}

/**
 * Whether a deposit logs the player out: by the profile, and because a deposit limit is used up.
 * Not on a break, which the form announces.
 */
export const isDepositUsedUp = (limits: Limits | undefined): boolean =>
  limits?.offers.logsOutAtLimit === true &&
  !limits.break &&
  limits.limits.some(({ kind, left }) => kind === 'deposit' && left <= 0n)

/** Logs out because a limit is used up, and says so. The server has done it, or would. */
export function logOutAtLimit(): void {
  void logOut()
  sessionLost.set('limit')
}
