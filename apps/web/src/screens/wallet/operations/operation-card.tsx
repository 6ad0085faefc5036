import { describeChain, type OpenOperation } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, SearchCheck } from 'lucide-react'
import { callQuery } from '../../../api/queries.ts'
import { MoneyAndWorth } from '../../../forms/worth.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { PartBar } from '../../../ui/part-bar.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useOperation, waitsFor } from '../use-operation.ts'

/**
 * An operation on its way: what it is, "n of m", and how far that is. `onPress` opens its details.
 */
export function OperationCard({
  operation,
  onPress,
}: {
  operation: OpenOperation
  onPress: () => void
}) {
  const { kind, amount, transactionId } = operation
  const status = useOperation(kind, transactionId).operation
  const confirmations = useQuery(callQuery(describeChain)).data?.confirmations
  const confirmed = status?.confirmations ?? 0
  const state = status?.state ?? operation.state
  const name = kind === 'deposit' ? 'Deposit' : 'Withdraw'
  const counts = state !== 'review' && confirmations !== undefined
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        className="flex w-full items-center gap-3 rounded-lg bg-surface px-3.5 py-2.25 text-left shadow-e1 active:bg-sunken"
      >
        <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          <IconTile tone={state === 'review' ? 'pending' : 'info'}>
            {state === 'review' ? <SearchCheck size={20} /> : <Spinner />}
          </IconTile>
          <span className="min-w-0 grow basis-24 break-words">
            <span className="flex flex-wrap items-baseline justify-between gap-x-2">
              <span className="min-w-0 text-row">
                {name} <MoneyAndWorth of={amount} />
                {state !== 'review' && ' on its way'}
              </span>
              <span className="text-cap whitespace-nowrap text-ink2">
                {counts
                  ? `${Math.min(confirmed, confirmations)} of ${confirmations}`
                  : state === 'review' && 'In review'}
              </span>
            </span>
            {waitsFor[kind][state] !== undefined && (
              <span className="mt-0.5 block text-cap text-ink2">{waitsFor[kind][state]}</span>
            )}
            {counts && (
              <PartBar
                part={Math.min(1, confirmed / confirmations)}
                fill="bg-info"
                className="mt-1.75"
              />
            )}
          </span>
        </span>
        <ChevronRight size={18} aria-hidden className="shrink-0 text-ink2" />
      </button>
    </li>
  )
}
