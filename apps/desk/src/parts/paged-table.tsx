import type { Call } from '@pipkin/contract'
import { useSearchParams } from 'react-router'
import { everyPage, type PagedList, useCall } from '../call.ts'
import { Loaded } from './loaded.tsx'
import { type AnyColumn, Table, type TableProps } from './table.tsx'
import { NextPage } from './views.tsx'

interface PagedTableProps<C extends Call, Row>
  extends PagedList<C, NoInfer<Row>>,
    Omit<TableProps<Row>, 'rows' | 'all' | 'most' | 'columns'> {
  /** They alone say what a row is: a column of another list doesn't compile. */
  columns: readonly AnyColumn<Row>[]
  /** How often the page is read again. */
  everyMs?: number
  /** The cursor's name in the address. */
  cursor: 'after' | 'before'
  /** The other parameters that stay in the address. */
  keep: Readonly<Record<string, string | undefined>>
  /** What the link to the next page says. */
  more: 'The next ones' | 'Earlier ones' | 'Later ones'
}

/** The page of a list that the address names, and a link to the next one. */
export function PagedTable<C extends Call, Row>({
  call,
  inputOf,
  pageOf,
  everyMs,
  cursor,
  keep,
  more,
  ...table
}: PagedTableProps<C, Row>) {
  const [address] = useSearchParams()
  const asked = { cursor: address.get(cursor) ?? undefined, limit: 50 }
  return (
    <Loaded query={useCall(call, inputOf(asked), everyMs)}>
      {(answer) => {
        const [rows, next] = pageOf(answer)
        return (
          <>
            <Table {...table} rows={rows} all={everyPage(call, inputOf, pageOf)} />
            <NextPage next={next} keep={keep} name={cursor}>
              {more}
            </NextPage>
          </>
        )
      }}
    </Loaded>
  )
}
