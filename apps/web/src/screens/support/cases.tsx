import type { SupportCase } from '@pipkin/contract'
import { moneyFromAnswer, moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { Check, Clock } from 'lucide-react'
import { callQuery } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'
import { dayText } from '../../ui/dates.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { shortId } from '../../ui/short-id.ts'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { EmptyRow, ErrorState } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'

/** What the player has reported, with where it stands and what was answered. */
export function Cases({ playerId }: { playerId: number }) {
  const { data, isError, refetch } = useQuery(
    callQuery('supportCases', { query: { User_Id: playerId } }),
  )
  return (
    <section>
      <SectionHead title="Your cases" className="mt-5 mb-2.5" />
      {data ? (
        data.Data.length === 0 ? (
          <EmptyRow message="No Data Found !" />
        ) : (
          <ul className="grid gap-2.5">
            {data.Data.map((one) => (
              <Case key={one.case} case={one} />
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

function Case({
  case: { case: number, event, amount, TXHash, state, answer, DateTime },
}: {
  case: SupportCase
}) {
  return (
    <li>
      <Card className="px-3.5 py-3">
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-row">Case {number}</h3>
          {state === 'open' ? (
            <Tag tone="pending" icon={<Clock size={14} aria-hidden />}>
              Open
            </Tag>
          ) : (
            <Tag tone="mute" icon={<Check size={14} aria-hidden />}>
              Closed
            </Tag>
          )}
        </div>
        <p className="mt-0.75 text-cap text-ink2">
          {event} {moneyText(moneyFromAnswer(amount))}, {dayText(DateTime)}, {shortId(TXHash)}
        </p>
        {answer !== null && <p className="mt-2.25 border-t border-line pt-2 text-sm">{answer}</p>}
      </Card>
    </li>
  )
}
