import { Screen } from '../../shell/screen.tsx'
import { useSession } from '../../shell/session.ts'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type Chosen, useKeptChoice } from '../../ui/use-kept-choice.ts'
import { ActivityList } from './activity-list.tsx'
import { ExportHistory } from './export-history.tsx'
import { type Period, periods } from './period.ts'
import { Totals, useTotals } from './totals.tsx'
import { useActivities } from './use-activities.ts'

const chosen: Chosen<Period> = new Map()

export default function Activities() {
  const player = useSession()
  return player && <History playerId={player.id} />
}

function History({ playerId }: { playerId: number }) {
  const [period, setPeriod] = useKeptChoice(chosen, 'today')
  return (
    <Screen className="px-4.5 pb-6">
      <header className="flex min-h-15 flex-wrap items-center justify-between pt-4 pb-2">
        <h1 tabIndex={-1} className="text-h1">
          Activities
        </h1>
        <ExportHistory playerId={playerId} period={period} />
      </header>
      <Tabs label="Activities" tabs={periods} value={period} onChange={setPeriod}>
        <RoundsOf key={period} playerId={playerId} period={period} />
      </Tabs>
    </Screen>
  )
}

/**
 * Totals and list appear together, so that neither pushes the other down. Both are read here: a
 * list that read its own rows would read again at each mount, and after a failure would mount and
 * unmount for ever.
 */
function RoundsOf({ playerId, period }: { playerId: number; period: Period }) {
  const totals = useTotals(playerId, period)
  const activities = useActivities(playerId, period)
  if (totals.isPending || activities.isPending)
    return (
      <div className="mt-3">
        <ListSkeleton rows={6} />
      </div>
    )
  // No answer came at all: one message is enough.
  if (!totals.data && !activities.data)
    return (
      <div className="mt-3">
        <ErrorState
          onRetry={() => {
            void totals.refetch()
            void activities.refetch()
          }}
        />
      </div>
    )
  return (
    <>
      <Totals totals={totals} period={period} />
      <ActivityList activities={activities} period={period} />
    </>
  )
}
