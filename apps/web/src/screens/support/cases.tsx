import { listThreads, type ThreadLine } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { callQuery } from '../../api/queries.ts'
import { dayText } from '../../browser/dates.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyRow } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { CaseState, reportText } from './case-state.tsx'

/** The cases that the player has opened, each with its state and its newest words. */
export function Cases({ playerId }: { playerId: number }) {
  const { data, isError, refetch } = useQuery(callQuery(listThreads, { player: playerId }))
  return (
    <section>
      <SectionHead title="Your cases" className="mt-6 mb-2.5" />
      {data ? (
        data.length === 0 ? (
          <EmptyRow message="No Data Found !" />
        ) : (
          <ul className="grid gap-2.5">
            {data.map((one) => (
              <Case key={one.caseId} case={one} />
            ))}
          </ul>
        )
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </section>
  )
}

function Case({ case: one }: { case: ThreadLine }) {
  const { caseId, state, words, openedAt } = one
  const report = reportText(one)
  return (
    <li className="min-w-0">
      <Link to={`/support?case=${caseId}`} className="block rounded-[1.375rem]">
        <Card className="flex items-center gap-2 py-3 pr-2.5 pl-3.5">
          <div className="min-w-0 grow">
            <div className="flex items-center justify-between gap-3">
              <h3 className="text-row">Case {caseId}</h3>
              <CaseState state={state} />
            </div>
            <p className="mt-0.75 text-cap text-ink2">
              {[report, dayText(openedAt)].filter(Boolean).join(', ')}
            </p>
            {words !== null && <p className="mt-1 truncate text-sm">{words}</p>}
          </div>
          <ChevronRight size={20} aria-hidden className="shrink-0 text-ink2" />
        </Card>
      </Link>
    </li>
  )
}
