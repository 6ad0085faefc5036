import type { PlayHistory, PlayPeriod } from '@pipkin/contract'
import type { Money } from '@pipkin/money'
import { Download } from 'lucide-react'
import { Fragment, useState } from 'react'
import { durationText } from '../../../browser/dates.ts'
import { MoneyAndWorth } from '../../../forms/worth.tsx'
import { Screen } from '../../../shell/screen.tsx'
import { ScreenBar } from '../../../shell/screen-bar.tsx'
import { useSession } from '../../../shell/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty.tsx'
import { Figures } from '../../../ui/figures.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { List, ListRow } from '../../../ui/list.tsx'
import { MoreRows } from '../../../ui/more-rows.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { SectionHead } from '../../../ui/section-head.tsx'
import { ListSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState, tryAgain } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toasts.ts'
import { type Chosen, useKeptChoice } from '../../../ui/use-kept-choice.ts'
import { historyCsv } from './history-csv.ts'
import { HistoryPlot } from './history-plot.tsx'
import { type By, periodTitle, ways } from './history-texts.ts'
import { type History, readWholeHistory, usePlayHistory } from './use-play-history.ts'

const chosen: Chosen<By> = new Map()

/** What play has cost and how long it took, by session, day and month. */
export default function HistoryScreen() {
  return useSession() && <Shown />
}

function Shown() {
  const [by, setBy] = useKeptChoice(chosen, 'session')
  const history = usePlayHistory(by)
  return (
    <Screen className="pb-6">
      <ScreenBar />
      <div className="px-4.5">
        {history.first && <Lifetime {...history.first.lifetime} />}
        <div className="mt-3.5 mb-1.5 flex items-center justify-between">
          <h2 className="text-h2">What you played</h2>
          <Save by={by} />
        </div>
        <Tabs label="History by" tabs={ways} value={by} onChange={setBy}>
          <div className="mt-3">
            <Periods by={by} history={history} />
          </div>
        </Tabs>
      </div>
    </Screen>
  )
}

const Lifetime = ({ deposited, withdrawn, net }: PlayHistory['lifetime']) => (
  <section aria-label="Since you joined">
    <SectionHead title="Since you joined" className="mb-2" />
    <Figures
      figures={[
        { label: 'Deposited', value: <MoneyAndWorth of={deposited} /> },
        { label: 'Withdrawn', value: <MoneyAndWorth of={withdrawn} /> },
        { label: 'Net deposits', value: <MoneyAndWorth of={net} /> },
      ]}
    />
    <p className="mt-1.5 text-cap text-ink2">In fkr. Withdrawals with their fee.</p>
  </section>
)

/** Saves all of the history that the tab shows, as a table for one's own books. */
function Save({ by }: { by: By }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    if (busy) return
    setBusy(true)
    try {
      const csv = historyCsv(await readWholeHistory(by))
      saveFile(new Blob([csv], { type: 'text/csv' }), `history-by-${by}.csv`)
    } catch {
      toast.error(tryAgain)
    }
    setBusy(false)
  }
  return (
    <IconButton label="Download as CSV" outlined aria-busy={busy} onClick={() => void save()}>
      <Download size={20} aria-hidden />
    </IconButton>
  )
}

function Periods({ by, history }: { by: By; history: History }) {
  const { rows, first, isPending } = history
  if (isPending) return <ListSkeleton rows={6} />
  if (!rows || !first) return <ErrorState onRetry={() => void history.refetch()} />
  if (rows.length === 0)
    return (
      <EmptyState
        message="Nothing played yet"
        hint="What you stake, win, deposit and withdraw will show up here."
        action={
          <ButtonLink to="/games" look="line" size="small">
            See the games
          </ButtonLink>
        }
      />
    )
  return (
    <>
      <Card className="px-3 pt-3.25 pb-2.5">
        <HistoryPlot by={by} rows={rows} timeZone={first.timeZone} />
      </Card>
      <p className="mx-0.5 mt-3 mb-2 text-cap text-ink2">
        Times in {first.timeZone.replaceAll('_', ' ')}. An open stake counts as lost until its round
        ends.
      </p>
      <List label="History">
        {rows.map((row) => (
          <Period key={row.from.getTime()} by={by} row={row} timeZone={first.timeZone} />
        ))}
      </List>
      <MoreRows
        more={history.hasNextPage}
        loading={history.isFetchingNextPage}
        failed={history.isFetchNextPageError}
        onMore={() => void history.fetchNextPage()}
      />
    </>
  )
}

interface PeriodProps {
  by: By
  row: PlayPeriod
  timeZone: string
}

function Period({ by, row, timeZone }: PeriodProps) {
  const figures = [
    ['staked', row.staked],
    ['returned', row.returned],
    ['deposited', row.deposited],
    ['withdrawn', row.withdrawn],
  ] as const
  const shown = figures.filter(([, amount], place) => place < 2 || amount !== 0n)
  return (
    <ListRow
      title={periodTitle(by, row, timeZone)}
      note={
        <>
          <span className="inline-block">played {durationText(row.seconds)} ·</span>
          {shown.map(([name, amount], place) => (
            <Fragment key={name}>
              {' '}
              <span className="inline-block">
                {name} <Figure of={amount} />
                {place < shown.length - 1 && ' ·'}
              </span>
            </Fragment>
          ))}
        </>
      }
      end={
        <span className="shrink-0 text-right">
          <span className="block text-cap text-ink2">Net</span>
          <span className="text-row">
            <MoneyAndWorth of={row.net} signed />
          </span>
        </span>
      }
    />
  )
}

const Figure = ({ of }: { of: Money }) => (
  <b className="font-680 text-ink">
    <MoneyAndWorth of={of} />
  </b>
)
