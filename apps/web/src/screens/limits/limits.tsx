import type { Break, Limit, Limits } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useRef, useState } from 'react'
import { limitsQuery } from '../../api/limits.ts'
import { dayTimeText } from '../../browser/dates.ts'
import { untilText } from '../../forms/limit-words.ts'
import { breakLengths, TakeBreak } from '../../forms/take-break.tsx'
import { MoneyAndWorth } from '../../forms/worth.tsx'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Panel } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Figures } from '../../ui/figures.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextButton, TextLink } from '../../ui/text-button.tsx'
import { BirthDate } from './birth-date.tsx'
import { ChangeLimit } from './change-limit.tsx'
import { FindHelp } from './find-help.tsx'
import { LimitFirst } from './limit-first.tsx'
import { LimitRow } from './limit-row.tsx'
import { coolingText, type Slot, sections } from './limit-texts.ts'
import { Reminder } from './reminder.tsx'

/** Limits and breaks: what the player has set, what is used of it, and breaks from play. */
export default function LimitsScreen() {
  const player = useSession()
  const limits = useQuery(limitsQuery())
  return (
    player && (
      <Screen className="pb-6">
        <ScreenBar />
        <div className="px-4.5">
          {limits.data ? (
            <Everything playerId={player.id} limits={limits.data} />
          ) : limits.isError ? (
            <ErrorState onRetry={() => void limits.refetch()} />
          ) : (
            <Loading>
              <Skeleton className="h-24 rounded-lg" />
              <Skeleton className="mt-5 h-48 rounded-lg" />
              <Skeleton className="mt-5 h-48 rounded-lg" />
            </Loading>
          )}
        </div>
      </Screen>
    )
  )
}

function Everything({ playerId, limits }: { playerId: number; limits: Limits }) {
  const [changing, setChanging] = useState<Slot | null>(null)
  const [wanted, setWanted] = useState<Break | null>(null)
  const breaks = useRef<HTMLDivElement>(null)
  const found = (slot: Slot): Limit | undefined =>
    limits.limits.find(({ kind, period }) => kind === slot.kind && period === slot.period)
  return (
    <>
      {limits.break && <OnBreak {...limits.break} />}
      <LimitFirst limits={limits} className="mb-4" />
      <Session
        session={limits.session}
        onToBreaks={() => {
          breaks.current?.scrollIntoView()
          breaks.current?.focus({ preventScroll: true })
        }}
      />
      {sections.map(({ title, says, slots }) => (
        <section key={title} aria-label={title}>
          <SectionHead title={title} className="mt-5 mb-1" />
          <p className="mb-2.5 text-sm text-ink2">{says}</p>
          <Card>
            <ul className="divide-y divide-line">
              {slots.map((slot) => (
                <LimitRow
                  key={slot.period}
                  slot={slot}
                  limit={found(slot)}
                  onChange={() => setChanging(slot)}
                />
              ))}
            </ul>
          </Card>
        </section>
      ))}
      <p className="mt-2.5 px-0.5 text-sm text-ink2">{coolingText(limits.offers)}</p>
      <Reminder minutes={limits.reminderMinutes} check={limits.offers.realityCheck} />
      <BirthDate playerId={playerId} limits={limits} />
      <div ref={breaks} tabIndex={-1} className="scroll-mt-16 outline-none">
        <Breaks offered={limits.offers.breaks} onWanted={setWanted} />
      </div>
      <FindHelp help={limits.offers.help} />
      <ChangeLimit
        playerId={playerId}
        slot={changing}
        limitOf={found}
        offers={limits.offers}
        onClose={() => setChanging(null)}
      />
      <TakeBreak wanted={wanted} onClose={() => setWanted(null)} />
    </>
  )
}

function OnBreak({ kind, until }: NonNullable<Limits['break']>) {
  return (
    <Panel role="status" className="mb-3.5">
      <h2 className="text-row">
        {kind === 'exclusion' ? 'You have excluded yourself' : 'You are on a break'} until{' '}
        {untilText(until)}
      </h2>
      <p className="mt-1 text-sm text-ink2">
        Until then no bet, deposit or send; rewards wait. An open round can be finished, and{' '}
        <TextLink to="/account/wallet/withdraw">money withdrawn</TextLink>.
        {kind === 'exclusion' &&
          ' It ends a day after we answer your written request, not before this time.'}
      </p>
    </Panel>
  )
}

interface SessionProps {
  session: Limits['session']
  /** Leads to the breaks, which are below all limits. */
  onToBreaks: () => void
}

const Session = ({ session, onToBreaks }: SessionProps) => (
  <section aria-label="This session">
    <SectionHead
      title="This session"
      className="mb-2"
      end={
        <TextButton className="-my-3" onClick={onToBreaks}>
          Take a break
        </TextButton>
      }
    />
    <Figures
      figures={[
        { label: 'Staked', value: <MoneyAndWorth of={session.staked} /> },
        { label: 'Returned', value: <MoneyAndWorth of={session.returned} /> },
        { label: 'Net', value: <MoneyAndWorth of={session.net} signed /> },
      ]}
    />
    <p className="mt-1.5 text-cap text-ink2">
      In fkr, over all games, since {dayTimeText(session.startedAt)}.
    </p>
    <List className="mt-3">
      <ListRow
        dense
        to="/account/limits/history"
        start={
          <IconTile size="sm">
            <ChartColumn size={19} />
          </IconTile>
        }
        title="See the history"
      />
    </List>
  </section>
)

interface BreaksProps {
  offered: readonly Break[]
  onWanted: (wanted: Break) => void
}

/** Three in a row where each has the room for its words. */
const threeInARow = 'grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]'

function Breaks({ offered, onWanted }: BreaksProps) {
  const kinds = [
    {
      kind: 'timeout',
      title: 'Take a break',
      says: 'No play for a time. It begins at once and ends by itself.',
    },
    {
      kind: 'exclusion',
      title: 'Exclude yourself',
      says: 'No play for a long time. It ends only at your written request.',
    },
  ] as const
  return kinds.map(({ kind, title, says }) => {
    const own = offered.filter((one) => one.kind === kind)
    return (
      <section key={kind} aria-label={title}>
        <SectionHead title={title} className="mt-5 mb-1" />
        <p className="mb-2.5 text-sm text-ink2">{says}</p>
        <div className={cx('grid gap-2.5', own.length === 3 ? threeInARow : 'grid-cols-2')}>
          {own.map((one) => (
            <Button key={one.length} look="line" size="medium" onClick={() => onWanted(one)}>
              {breakLengths[one.length]}
            </Button>
          ))}
        </div>
      </section>
    )
  })
}
