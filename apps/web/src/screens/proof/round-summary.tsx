import { gameOf, type Proof } from '@pipkin/games'
import type { Verdict } from '@pipkin/games/verify'
import type { ReactNode } from 'react'
import { dayTimeText } from '../../browser/dates.ts'
import { MoneyAndWorth } from '../../forms/worth.tsx'
import { Panel } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { moneyOf } from './money-of.ts'
import { OutcomePicture } from './outcome-picture.tsx'

/**
 * What was bet and what came out, as the proof says it; the picture is of the round as it was
 * recomputed.
 */
export function RoundSummary({ proof, verdict }: { proof: Proof; verdict: Verdict }) {
  const { stake, returned, net } = moneyOf(proof)
  return (
    <Panel className="mt-2.5 flex flex-wrap items-center gap-4 px-4 py-3.25">
      {verdict.round && <OutcomePicture round={verdict.round} />}
      <div className="min-w-0 grow">
        <div className="text-row">{gameOf(proof).offer.title}</div>
        <div className="text-cap text-ink2">
          <time dateTime={proof.settledAt}>{dayTimeText(new Date(proof.settledAt))}</time>
        </div>
        <dl className="mt-1.5">
          <Figure label="Stake">
            <MoneyAndWorth of={stake} />
          </Figure>
          <Figure label="Return">
            <MoneyAndWorth of={returned} />
          </Figure>
          <Figure label="Net" won={verdict.ok && net > 0n}>
            <MoneyAndWorth of={net} signed />
          </Figure>
        </dl>
      </div>
    </Panel>
  )
}

function Figure({ label, won, children }: { label: string; won?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3 text-[0.9375rem] leading-5.25">
      <dt className="text-ink2">{label}</dt>
      <dd className={cx('font-680', won && 'text-win')}>{children}</dd>
    </div>
  )
}
