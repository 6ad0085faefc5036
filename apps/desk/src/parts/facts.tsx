import { timeText } from '@pipkin/contract/desk'
import { type Money, moneyText } from '@pipkin/money'
import type { ReactNode } from 'react'

/** Names with their values, side by side. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-5 gap-y-3">
    {facts.map(([name, value]) => (
      <div key={name} className="min-w-0">
        <dt className="text-cap text-ink2">{name}</dt>
        <dd className="text-row wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)

export const fkr = (amount: Money): string => `${moneyText(amount)} fkr`
export const when = (time: Date | null): string => (time ? timeText(time) : '–')
export const yesNo = (is: boolean): string => (is ? 'yes' : 'no')
export const findingsText = (count: number): string =>
  count === 1 ? '1 finding' : `${count} findings`
