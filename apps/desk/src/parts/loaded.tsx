import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../web/src/ui/button.tsx'
import { Card } from '../../../web/src/ui/card.tsx'
import { Loading, Skeleton } from '../../../web/src/ui/skeleton.tsx'
import { NotDone } from '../call.ts'
import { when } from './facts.tsx'
import { Heading } from './heading.tsx'

/**
 * Shows what a call answered, that it is loading, or why there is nothing to show. If a refresh
 * fails, it says how old the shown answer is.
 */
export function Loaded<T>({
  query: { data, error, dataUpdatedAt, refetch },
  heading,
  children,
}: {
  query: UseQueryResult<T>
  /** What the screen is called before the answer names it. */
  heading?: string
  children: (answer: T) => ReactNode
}) {
  const age = data === undefined ? '' : ` What is shown is from ${when(new Date(dataUpdatedAt))}.`
  const failure = error && (
    <Failure
      message={`${isNothingThere(error) ? nothingThere : error.message}${age}`}
      // If it isn't there now, a retry won't find it.
      onRetry={isMissing(error) ? undefined : () => void refetch()}
    />
  )
  if (data !== undefined)
    return (
      <>
        {failure}
        {children(data)}
      </>
    )
  return (
    <>
      {heading !== undefined && <Heading name={heading} />}
      {failure || (
        <Loading className="mt-4">
          <Skeleton className="h-32 w-full" />
        </Loading>
      )}
    </>
  )
}

const isNothingThere = (error: Error) => error instanceof NotDone && error.status === 400
const isMissing = (error: Error) =>
  isNothingThere(error) || (error instanceof NotDone && error.status === 404)
/** An address that no screen has made, such as a mistyped id. */
const nothingThere = 'There is nothing at this address: check it, or go on by the screens’ names.'

/** Why something can't be shown, and Retry where that may help. */
export const Failure = ({
  message,
  onRetry,
}: {
  message: string
  onRetry: (() => void) | undefined
}) => (
  <Card role="alert" className="mt-4 flex items-center gap-4 px-4 py-3.5">
    <p className="grow">{message}</p>
    {onRetry && (
      <Button look="line" size="small" onClick={onRetry}>
        Retry
      </Button>
    )}
  </Card>
)
