import type { Limit, Limits } from '@pipkin/contract'
import { type Money, moneyText } from '@pipkin/money'
import { dayTimeText } from '../browser/dates.ts'
import type { WorthText } from './worth.tsx'

const periods = { day: '24 hours', week: '7 days', month: 'this month' }

/** `loss limit for 7 days` */
const nameOf = ({ kind, period }: Limit): string =>
  period === null ? `${kind} limit` : `${kind} limit for ${periods[period]}`

/** `You have used 83 of the 100 fkr of your loss limit for 7 days.` */
export const warnedText = (limit: Limit, worth: WorthText): string =>
  `You have used ${moneyText(limit.used)}${worth(limit.used)} of the ${moneyText(limit.amount)} fkr${worth(limit.amount)} of your ${nameOf(limit)}.`

/** What the tightest deposit limit leaves, and when more comes; null where there is none. */
export function depositRoom(
  limits: readonly Limit[],
  worth: WorthText,
): { left: Limit['left']; says: string } | null {
  const [tightest] = limits
    .filter(({ kind }) => kind === 'deposit')
    .toSorted((a, b) => (a.left < b.left ? -1 : Number(a.left > b.left)))
  if (!tightest) return null
  const { left, resetsAt } = tightest
  const until = resetsAt === null ? '' : ` until ${dayTimeText(resetsAt)}`
  const says =
    left > 0n
      ? `Your ${nameOf(tightest)} leaves ${moneyText(left)} fkr${worth(left)}${until}.`
      : `Your ${nameOf(tightest)} leaves nothing${until}.`
  return { left, says }
}

/** `You are on a break until 21 Nov 2026, 10:00.` */
export const breakText = ({ kind, until }: NonNullable<Limits['break']>): string =>
  `${kind === 'exclusion' ? 'You have excluded yourself' : 'You are on a break'} until ${dayTimeText(until)}.`

/** Why a deposit would be refused by the player's own limits, in a sentence; null where not. */
export function barOf(limits: Limits | undefined, amount: Money, worth: WorthText): string | null {
  if (!limits) return null
  if (limits.break) return breakText(limits.break)
  const room = depositRoom(limits.limits, worth)
  return room && amount > room.left ? room.says : null
}
