import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/states.tsx'

export interface ShowMoreProps {
  /** As of a query that goes on page by page. */
  pages: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    fetchNextPage(): Promise<unknown>
  }
  /** Where the next page couldn't be read. */
  failed: string
}

/** The end of a list that goes on. */
export function ShowMore({ pages, failed }: ShowMoreProps) {
  const more = () => void pages.fetchNextPage()
  if (pages.isFetchNextPageError && !pages.isFetchingNextPage)
    return (
      <div className="mt-3">
        <ErrorState message={failed} onRetry={more} />
      </div>
    )
  return (
    pages.hasNextPage && (
      <Button
        look="line"
        size="medium"
        busy={pages.isFetchingNextPage}
        onClick={more}
        className="mt-3 w-full"
      >
        Show more
      </Button>
    )
  )
}
