import { type ActivityTotals, totalActivity } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { callQuery } from '../../api/queries.ts'
import { timeZone } from '../../browser/dates.ts'
import { MoneyAndWorth } from '../../forms/worth.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { NetOverTime } from './net-over-time.tsx'
import { type Period, rangeOf } from './period.ts'

/** Reads the totals of a period that ends now. */
export function useTotals(playerId: number, period: Period) {
  return useQuery(callQuery(totalActivity, { player: playerId, ...rangeOf(period, new Date()) }))
}

/** What the settled rounds of a period came to. */
export function Totals({
  totals,
  period,
}: {
  totals: ReturnType<typeof useTotals>
  period: Period
}) {
  const { data, refetch } = totals
  return (
    <>
      <div className="mt-3">
        {data ? (
          <Card className="px-3 pt-3.25 pb-2.5">
            <Sums totals={data} />
            {data.points.length > 0 && <NetOverTime totals={data} period={period} />}
          </Card>
        ) : (
          <ErrorState onRetry={() => void refetch()} />
        )}
      </div>
      <p className="mx-0.5 mt-3 mb-2 text-cap text-ink2">
        Times in {timeZone().replaceAll('_', ' ')}. An open round doesn't count yet.
      </p>
    </>
  )
}

function Sums({ totals }: { totals: ActivityTotals }) {
  const figures = [
    ['Staked', totals.staked],
    ['Returned', totals.returned],
    ['Net', totals.net],
  ] as const
  return (
    <dl
      className="abreast text-center *:border-line"
      style={widestOf(figures.map(([, value]) => moneyText(value)))}
    >
      {figures.map(([label, value]) => (
        <div key={label} className="min-w-0 px-1 [overflow-wrap:anywhere]">
          <dt className="text-cap text-ink2">{label}</dt>
          <dd className="text-h2">
            <MoneyAndWorth of={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How wide the widest of these amounts is: a digit of a figure is about 0.7 rem wide. */
const widestOf = (texts: readonly string[]): CSSProperties & { readonly '--widest': string } => ({
  '--widest': `${Math.max(...texts.map((text) => text.length)) * 0.7 + 0.5}rem`,
})
