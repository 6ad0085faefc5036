import type { Limit } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { dayTimeText } from '../ui/dates.ts'

const periods = { day: '24 hours', week: '7 days', month: 'this month' }

/** `loss limit for 7 days` */
const nameOf = ({ kind, period }: Limit): string =>
  period === null ? `${kind} limit` : `${kind} limit for ${periods[period]}`

/** `You have used 83 of the 100 fkr of your loss limit for 7 days.` */
export const toldText = (limit: Limit): string =>
  `You have used ${moneyText(limit.used)} of the ${moneyText(limit.amount)} fkr of your ${nameOf(limit)}.`

/** What the tightest deposit limit leaves, and when more comes; null where there is none. */
export function depositRoom(
  limits: readonly Limit[],
): { left: Limit['left']; says: string } | null {
  const [tightest] = limits
    .filter(({ kind }) => kind === 'deposit')
    .toSorted((a, b) => (a.left < b.left ? -1 : Number(a.left > b.left)))
  if (!tightest) return null
  const { left, resetsAt } = tightest
  const until = resetsAt === null ? '' : ` until ${dayTimeText(resetsAt)}`
  const says =
    left > 0n
      ? `Your ${nameOf(tightest)} leaves ${moneyText(left)} fkr${until}.`
      : `Your ${nameOf(tightest)} leaves nothing${until}.`
  return { left, says }
}
