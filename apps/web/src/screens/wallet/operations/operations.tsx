import { listOpenOperations, type OpenOperation } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { callQuery, refetchMoney } from '../../../api/queries.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { readKeptDeposit } from '../deposit/kept-deposit.ts'
import { pollEveryMs } from '../use-operation.ts'
import { OperationCard } from './operation-card.tsx'
import { OperationSheet } from './operation-sheet.tsx'
import { UnreportedCard } from './unreported-card.tsx'

const notLoaded = 'Failed to load what is on its way. Please try again.'

/** Deposits and withdrawals on their way, read every second while there are any. */
export function Operations({ playerId }: { playerId: number }) {
  const {
    data: open,
    isLoadingError,
    refetch,
  } = useQuery({
    ...callQuery(listOpenOperations, { player: playerId }),
    refetchInterval: ({ state }) => pollEveryMs(state.data?.map((one) => one.state) ?? []),
  })
  // Not before the screen is in a browser: its page is rendered without one.
  const [unreported, setUnreported] = useState<ReturnType<typeof readKeptDeposit>>(null)
  useLayoutEffect(() => setUnreported(readKeptDeposit(playerId)), [playerId])

  // What is open no more has moved money.
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    if (!open) return
    const ids = open.map(({ transactionId }) => transactionId)
    if (before.current.some((id) => !ids.includes(id))) void refetchMoney()
    before.current = ids
  }, [open])

  // Not part of its card: it stays where the operation ends, and shows how.
  const [details, setDetails] = useState<{ operation: OpenOperation; open: boolean }>()

  return (
    <>
      {isLoadingError && (
        <div className="mt-3.5">
          <ErrorState message={notLoaded} onRetry={() => void refetch()} />
        </div>
      )}
      {(unreported || Boolean(open?.length)) && (
        <ul aria-label="On their way" className="mt-3.5 flex flex-col gap-2.5">
          {unreported && <UnreportedCard deposit={unreported} />}
          {open?.map((operation) => (
            <OperationCard
              key={operation.transactionId}
              operation={operation}
              onPress={() => setDetails({ operation, open: true })}
            />
          ))}
        </ul>
      )}
      {details && (
        <OperationSheet
          key={details.operation.transactionId}
          {...details}
          onClose={() => setDetails({ ...details, open: false })}
        />
      )}
    </>
  )
}
