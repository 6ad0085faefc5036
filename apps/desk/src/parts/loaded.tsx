import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../web/src/ui/button.tsx'
import { Card } from '../../../web/src/ui/card.tsx'
import { Loading, Skeleton } from '../../../web/src/ui/skeleton.tsx'

/** What a call answered, or that it is on its way, or why there is nothing to show. */
export function Loaded<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>
  children: (answer: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error)
    return (
      <Card role="alert" className="mt-4 flex items-center gap-4 px-4 py-3.5">
        <p className="grow">{query.error.message}</p>
        <Button look="line" size="small" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </Card>
    )
  return (
    <Loading className="mt-4">
      <Skeleton className="h-32 w-full" />
    </Loading>
  )
}
