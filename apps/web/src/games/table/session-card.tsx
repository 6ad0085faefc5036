import { type Money, moneyText, signedMoneyText, subtract } from '@pipkin/money'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import type { Tally } from '../../play/tally.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Figures } from '../../ui/figures.tsx'

interface SessionTallyProps {
  tally: Tally
  /** In the right column from 1100 px; else under the board. */
  wide: boolean
}

/** What the settled rounds of this session came to. */
export default function SessionTally({ tally, wide }: SessionTallyProps) {
  return wide ? <SessionRail tally={tally} /> : <SessionCard tally={tally} />
}

const netOf = ({ staked, returned }: Tally) => subtract(returned, staked)

function SessionCard({ tally }: Pick<SessionTallyProps, 'tally'>) {
  return (
    <Card role="region" aria-label="This session" className="mt-3 px-3.5 pt-2.75 pb-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <h2 className="text-row">This session</h2>
        <p className="text-sm font-520 text-ink2">
          staked <Bold>{moneyText(tally.staked)}</Bold> · returned{' '}
          <Bold>{moneyText(tally.returned)}</Bold> · net{' '}
          <Bold>{signedMoneyText(netOf(tally))}</Bold>
        </p>
      </div>
      <LastFive tally={tally} />
    </Card>
  )
}

const Bold = ({ children }: { children: string }) => <b className="font-680 text-ink">{children}</b>

function SessionRail({ tally }: Pick<SessionTallyProps, 'tally'>) {
  const figures = [
    { label: 'Staked', value: moneyText(tally.staked) },
    { label: 'Returned', value: moneyText(tally.returned) },
    { label: 'Net', value: signedMoneyText(netOf(tally)) },
  ]
  return (
    <Card className="mb-3.5 px-4.5 py-4">
      <div className="mb-1 flex items-center justify-between">
        <h2 className="text-h3 font-720">This session</h2>
        {tally.since !== null && (
          <span className="text-cap text-ink2">since {clockText(tally.since)}</span>
        )}
      </div>
      <Figures figures={figures} />
      {tally.last.length > 0 && <div className="mt-3 text-cap text-ink2">Last five results</div>}
      <LastFive tally={tally} />
    </Card>
  )
}

const clockText = (time: number) =>
  new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

/** The newest first; each says by sign, icon and colour. */
function LastFive({ tally }: { tally: Tally }) {
  if (tally.last.length === 0)
    return <p className="mt-2 flex h-7.5 items-center text-sm text-ink2">No result yet.</p>
  return (
    <ul aria-label="Last five results" className="mt-2 flex flex-wrap gap-1.5">
      {tally.last.map(({ id, net }) => (
        <li
          key={id}
          className={cx(
            'flex h-7.5 min-w-fit basis-[calc(20%-0.3rem)] items-center justify-center gap-0.75 rounded-[0.625rem] px-1.5 text-sm font-660',
            net > 0n ? 'bg-win-tint text-win' : 'bg-sunken',
            net < 0n && 'text-loss',
          )}
        >
          <NetIcon net={net} />
          {signedMoneyText(net)}
        </li>
      ))}
    </ul>
  )
}

function NetIcon({ net }: { net: Money }) {
  const Icon = net > 0n ? ArrowUp : net < 0n ? ArrowDown : Equal
  return <Icon size={13} aria-hidden />
}
