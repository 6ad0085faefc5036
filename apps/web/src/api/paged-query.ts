import type { CallName } from '@pipkin/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'

/**
 * A list that is read page by page. `read` gets the cursor of a page, undefined for the first one;
 * each page carries the cursor of the `next`.
 */
export const pagedQuery = <Page extends { readonly next?: string | undefined }>(
  key: readonly [CallName, ...(string | number | boolean)[]],
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  })
