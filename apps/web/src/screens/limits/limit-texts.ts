import type { Limit, LimitKind, LimitPeriod, Limits } from '@pipkin/contract'
import { type Money, moneyText, negate } from '@pipkin/money'
import { dayTimeText } from '../../browser/dates.ts'
import type { WorthText } from '../../forms/worth.tsx'

/** A limit that can be set. */
export interface Slot {
  readonly kind: LimitKind
  readonly period: LimitPeriod
}

const periods = ['day', 'week', 'month'] as const

/** Every limit that a player can set, by what it limits. */
export const sections: readonly { title: string; says: string; slots: readonly Slot[] }[] = [
  {
    title: 'Deposits',
    says: 'What comes in, from your wallet or from other players. A withdrawal gives no room back.',
    slots: periods.map((period) => ({ kind: 'deposit', period })),
  },
  {
    title: 'Losses',
    says: 'Stakes less returns. An open stake counts as lost until its round ends.',
    slots: periods.map((period) => ({ kind: 'loss', period })),
  },
  {
    title: 'Stake a round',
    says: 'No bet may be higher.',
    slots: [{ kind: 'stake', period: null }],
  },
]

const inPeriod = { day: 'In 24 hours', week: 'In 7 days', month: 'In a month' }

/** `In 7 days`. */
export const slotTitle = ({ period }: Slot): string =>
  period === null ? 'At most' : inPeriod[period]

const kindNames = { deposit: 'Deposits', loss: 'Losses', stake: 'Stake a round' }

/** `Deposits in 7 days`: for a title that stands alone. */
export const limitTitle = (slot: Slot): string =>
  slot.period === null
    ? kindNames[slot.kind]
    : `${kindNames[slot.kind]} ${slotTitle(slot).toLowerCase()}`

/** What is used of a limit, what is left, and when some of it comes back. */
export function usedText(
  { kind, period, amount, used, usedElsewhere, left, resetsAt }: Limit,
  worth: WorthText,
): string | null {
  if (kind === 'stake') return null
  const soFar =
    used < 0n
      ? `${fkrText(negate(used))}${worth(negate(used))} won so far`
      : `${fkrText(used)}${worth(used)} of ${moneyText(amount)} used`
  const elsewhere =
    usedElsewhere === undefined || used < 0n
      ? ''
      : ` (${fkrText(usedElsewhere)}${worth(usedElsewhere)} in another account)`
  const resets =
    resetsAt === null
      ? ''
      : period === 'month'
        ? `, begins anew ${dayTimeText(resetsAt)}`
        : `, more from ${dayTimeText(resetsAt)}`
  return `${soFar}${elsewhere}, ${fkrText(left)}${worth(left)} left${resets}`
}

/** How much of a limit is used, from 0 to 1; null for limits of a single stake. */
export function usedPart({ kind, amount, used }: Limit): number | null {
  if (kind === 'stake') return null
  if (used <= 0n) return 0
  return used < amount ? Number(used) / Number(amount) : 1
}

/** What a raise that waits will be. */
export const pendingText = ({ amount }: NonNullable<Limit['pending']>, worth: WorthText): string =>
  amount === null ? 'No limit' : `${fkrText(amount)}${worth(amount)}`

export const fkrText = (amount: Money): string => `${moneyText(amount)} fkr`

/** `24 hours`, `7 days` */
const waitText = (hours: number): string =>
  hours > 24 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`

type Offers = Limits['offers']

/** How long a raise waits: `3 days, and until the running period has ended`. */
const raiseWait = ({ coolingHours, afterPeriod }: Offers): string =>
  `${waitText(coolingHours)}${afterPeriod ? ', and until the running period has ended' : ''}`

/** When a lower limit, a higher limit and the end of a limit take effect. */
export function coolingText(offers: Offers): string {
  const { coolingHours, endHours } = offers
  const end = endHours === coolingHours ? ', or none,' : ''
  const none = endHours === coolingHours ? '' : `, none ${waitText(endHours)}`
  return `A lower limit counts at once. A higher one${end} waits ${raiseWait(offers)}${none}, and then for you to confirm it.`
}

/** When a first or a lower limit takes effect. Warns that 0 doesn't mean "no limit". */
export const atOnceText = (amount: Money | null): string =>
  `${amount === 0n ? '0 allows none at all. ' : ''}It counts at once.`

/** When a raise of this limit takes effect. A stake limit has no period. */
export const raiseText = ({ period }: Slot, offers: Offers): string =>
  `A raise waits ${period === null ? waitText(offers.coolingHours) : raiseWait(offers)}, and then for you to confirm it.`
