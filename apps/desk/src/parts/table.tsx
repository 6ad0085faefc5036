import { type ReactNode, useState } from 'react'
import { Button } from '../../../web/src/ui/button.tsx'
import { Card } from '../../../web/src/ui/card.tsx'
import { cx } from '../../../web/src/ui/cx.ts'
import { FieldError } from '../../../web/src/ui/field.tsx'
import { saveFile } from '../../../web/src/ui/save-file.ts'
import { mostRows, NotDone, type ReadRows, whyNotDone } from '../call.ts'
import { csvOf, type ExportedColumn } from './csv.ts'

/** A column. `show` renders a row if the text alone isn't enough. */
export interface Column<Row> extends ExportedColumn<Row> {
  readonly show?: (row: Row) => ReactNode
}

/** A column of buttons, which no file has. */
export interface ButtonColumn<Row> {
  readonly head: string
  readonly text?: undefined
  readonly show: (row: Row) => ReactNode
  readonly right?: undefined
}

export type AnyColumn<Row> = Column<Row> | ButtonColumn<Row>

const isExported = <Row,>(column: AnyColumn<Row>): column is Column<Row> =>
  column.text !== undefined

/** A day, with or without its time: a browser would break it after a hyphen. */
const isTime = (text: string) => /^\d{4}-\d\d-\d\d( \d\d:\d\d UTC)?$/.test(text)

export interface TableProps<Row> {
  name: string
  columns: readonly AnyColumn<NoInfer<Row>>[]
  rows: readonly Row[]
  keyOf: (row: NoInfer<Row>) => string | number
  empty: string
  /** How many rows are listed at most. */
  most?: number
  /** Reads the whole list, if the rows are one page of it (`everyPage`). */
  all?: ReadRows<Row> | undefined
  /** The columns of the file, if they differ from the table's. */
  exported?: readonly ExportedColumn<NoInfer<Row>>[] | undefined
}

/** A table with its name. It can be saved as CSV: the whole list, if `rows` are one page of it. */
export function Table<Row>({
  name,
  columns,
  rows,
  keyOf,
  empty,
  most,
  all = async () => rows,
  exported = columns.filter(isExported),
}: TableProps<Row>) {
  return (
    <section aria-label={name} className="mt-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-h2">{name}</h2>
        {rows.length > 0 && <TakeAlong name={name} columns={exported} read={all} />}
      </div>
      {rows.length === 0 ? (
        <Card className="px-4 py-4 text-ink2">{empty}</Card>
      ) : (
        // A table that is too wide scrolls within its box, with the keyboard too.
        <Card className="overflow-x-auto" tabIndex={0} role="group" aria-label={name}>
          <table className="figures">
            <thead>
              <tr>
                {columns.map(({ head, right }) => (
                  <th key={head} scope="col" className={right && 'right'}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>
                  {columns.map((column) => (
                    <Cell key={column.head} column={column} row={row} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {rows.length === most && (
        <p className="mt-2 text-cap text-ink2">{`${most} are listed here; there may be more.`}</p>
      )}
    </section>
  )
}

function Cell<Row>({ column: { text, show, right }, row }: { column: AnyColumn<Row>; row: Row }) {
  const written = text?.(row) ?? ''
  return (
    <td className={cx(right && 'right', isTime(written) && 'whitespace-nowrap')}>
      {show ? show(row) : written}
    </td>
  )
}

/** Reads what the file holds, and hands it to the browser. */
function TakeAlong<Row>({
  name,
  columns,
  read,
}: {
  name: string
  columns: readonly ExportedColumn<NoInfer<Row>>[]
  read: ReadRows<Row>
}) {
  const [rowsRead, setRowsRead] = useState<number>()
  const [isCut, setCut] = useState(false)
  const [error, setError] = useState<string>()
  async function save() {
    setRowsRead(0)
    setCut(false)
    setError(undefined)
    try {
      const rows = await read(setRowsRead)
      // Without its mark some spreadsheets don't read it as UTF-8.
      const file = new Blob(['\uFEFF', csvOf(columns, rows)], { type: 'text/csv' })
      saveFile(file, `${name.toLowerCase()}.csv`)
      setCut(rows.length >= mostRows)
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      setError(whyNotDone(error))
    } finally {
      setRowsRead(undefined)
    }
  }
  return (
    <span className="flex items-center gap-3">
      {error && <FieldError>{error}</FieldError>}
      <span role="status" className="text-cap text-ink2">
        {isCut && `The file has the first ${mostRows.toLocaleString('en')} rows.`}
      </span>
      <Button look="line" size="small" busy={rowsRead !== undefined} onClick={() => void save()}>
        CSV{rowsRead ? `: ${rowsRead.toLocaleString('en')} rows` : ''}
      </Button>
    </span>
  )
}
