import { listCases, type SupportCase } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { Check, Clock } from 'lucide-react'
import { callQuery } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'
import { dayText } from '../../ui/dates.ts'
import { EmptyRow } from '../../ui/empty.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { shortId } from '../../ui/short-id.ts'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'

/** The cases that the player has opened, with their state and answer. */
export function Cases({ playerId }: { playerId: number }) {
  const { data, isError, refetch } = useQuery(callQuery(listCases, { player: playerId }))
  return (
    <section>
      <SectionHead title="Your cases" className="mt-5 mb-2.5" />
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

const eventNames = { deposit: 'Deposit', withdrawal: 'Withdraw' } as const

function Case({
  case: { caseId, event, amount, chainHash, state, answer, openedAt },
}: {
  case: SupportCase
}) {
  return (
    <li>
      <Card className="px-3.5 py-3">
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-row">Case {caseId}</h3>
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
          {eventNames[event]} {moneyText(amount)}, {dayText(openedAt)}, {shortId(chainHash)}
        </p>
        {answer !== null && <p className="mt-2.25 border-t border-line pt-2 text-sm">{answer}</p>}
      </Card>
    </li>
  )
}
