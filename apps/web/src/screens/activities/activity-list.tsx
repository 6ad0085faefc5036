import type { ActivityRow } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { gamesQuery } from '../../api/queries.ts'
import { dayText } from '../../browser/dates.ts'
import { groupBy } from '../../browser/group-by.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { List } from '../../ui/list.tsx'
import { MoreRows } from '../../ui/more-rows.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ActivityLine } from './activity-line.tsx'
import { type Period, periods } from './period.ts'
import type { Activities } from './use-activities.ts'

/** The rounds of a period; those before today under their days. */
export function ActivityList({ activities, period }: { activities: Activities; period: Period }) {
  const games = useQuery(gamesQuery()).data
  const { rows, refetch } = activities
  if (!rows) return <ErrorState onRetry={() => void refetch()} />
  if (rows.length === 0)
    return (
      <EmptyState
        message={periods.find(({ value }) => value === period)?.empty ?? ''}
        hint="Your rounds will show up here."
        action={
          <ButtonLink to="/games" look="line" size="small">
            See the games
          </ButtonLink>
        }
      />
    )
  const days = period === 'today' ? [['', rows] as const] : [...groupBy(rows, dayOf)]
  return (
    <div>
      {days.map(([day, ofDay]) => (
        <section key={day} className="mt-4 first:mt-0">
          {day !== '' && <h2 className="mx-0.5 mb-2 text-cap text-ink2">{day}</h2>}
          <List>
            {ofDay.map((row) => (
              <ActivityLine
                key={row.transactionId}
                row={row}
                game={games?.find(({ name }) => name === row.gameName)}
              />
            ))}
          </List>
        </section>
      ))}
      <MoreRows
        more={activities.hasNextPage}
        loading={activities.isFetchingNextPage}
        failed={activities.isFetchNextPageError}
        onMore={() => void activities.fetchNextPage()}
      />
    </div>
  )
}

const dayOf = ({ placedAt }: ActivityRow) => dayText(placedAt)
