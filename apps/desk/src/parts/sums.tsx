import type { ReactNode } from 'react'
import { Card } from '../../../web/src/ui/card.tsx'
import { cx } from '../../../web/src/ui/cx.ts'

export interface Sum {
  readonly name: string
  readonly value: ReactNode
  readonly note?: string
  readonly tone?: 'win' | 'loss'
}

const tints = { win: 'bg-win-tint', loss: 'bg-loss-tint' }

/** The few figures that a screen is about, each on a card of its own. */
export const Sums = ({ sums }: { sums: readonly Sum[] }) => (
  <dl className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-3">
    {sums.map(({ name, value, note, tone }) => (
      <Card key={name} className={cx('min-w-0 px-4 py-3', tone && tints[tone])}>
        <dt className="text-cap text-ink2">{name}</dt>
        <dd className="mt-0.5 text-amount wrap-anywhere">{value}</dd>
        {note !== undefined && <dd className="text-sm text-ink2">{note}</dd>}
      </Card>
    ))}
  </dl>
)
