import type { Input } from '@pipkin/contract'
import { type Act, actName, actNames, type listActs as List, listActs } from '@pipkin/contract/desk'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../web/src/ui/button.tsx'
import { Field, FieldError } from '../../../web/src/ui/field.tsx'
import { saveFile } from '../../../web/src/ui/save-file.ts'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { call, NotDone, useCall } from '../call.ts'
import { Changes, changesText } from '../parts/changes.tsx'
import { csvOf } from '../parts/csv.ts'
import { when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { NextPage } from '../parts/views.tsx'

const filters = [
  { name: 'about', label: 'About: player, address, game', type: 'search' },
  { name: 'who', label: 'Who', type: 'search' },
  { name: 'from', label: 'From (UTC)', type: 'date' },
  { name: 'to', label: 'To (UTC)', type: 'date' },
] as const

const acts = Object.entries(actNames)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label))
const anyAct = { value: 'any', label: 'Any act' }

type Filter = Input<typeof List>

/** What operators did, newest first; the filters and the place are in the address. */
export function Acts() {
  const [address, setAddress] = useSearchParams()
  const given = Object.fromEntries(
    [...filters, { name: 'act' }].flatMap(({ name }) => {
      const value = address.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const page = useCall(listActs, {
    ...given,
    cursor: address.get('before') ?? undefined,
    limit: 50,
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1">Acts</h1>
        <ExportAll filter={given} />
      </div>
      <search>
        <form
          key={address.toString()}
          className="grid items-end gap-x-3 wide:grid-cols-[2fr_1fr_auto_auto_1fr_auto]"
          onSubmit={(event) => {
            event.preventDefault()
            const form = new FormData(event.currentTarget)
            setAddress(
              [...form].flatMap(([name, given]) => {
                const value = String(given).trim()
                const isAny = value === '' || (name === 'act' && value === anyAct.value)
                return isAny ? [] : [[name, value] satisfies [string, string]]
              }),
            )
          }}
        >
          {filters.map((filter) => (
            <Field
              key={filter.name}
              {...filter}
              defaultValue={address.get(filter.name) ?? ''}
              dense
              className="mt-3.5"
            />
          ))}
          <SelectField
            label="What"
            name="act"
            placeholder="Choose"
            dense
            className="mt-3.5"
            defaultValue={address.get('act') ?? anyAct.value}
            options={[anyAct, ...acts]}
          />
          <Button size="medium" look="line" type="submit" className="mt-3.5">
            Filter
          </Button>
        </form>
      </search>
      <Loaded query={page}>
        {({ acts, next }) => (
          <>
            <Table
              name="Done"
              rows={acts}
              keyOf={({ n }) => n}
              empty="There is no such act."
              columns={columns}
            />
            <NextPage next={next} keep={given} name="before">
              Earlier ones
            </NextPage>
          </>
        )}
      </Loaded>
    </>
  )
}

/** Takes every act of the filter along, page by page, as one CSV with whole hashes. */
function ExportAll({ filter }: { filter: Filter }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function save() {
    setBusy(true)
    setError(undefined)
    try {
      const all: Act[] = []
      let cursor: string | undefined
      do {
        const { acts, next } = (await call(listActs, { ...filter, cursor, limit: 100 })).answer
        all.push(...acts)
        cursor = next ?? undefined
      } while (cursor !== undefined)
      saveFile(new Blob([csvOf(exported, all)], { type: 'text/csv' }), 'acts.csv')
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      setError(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="flex items-center gap-3">
      {error && <FieldError>{error}</FieldError>}
      <Button look="line" size="small" busy={busy} onClick={() => void save()}>
        Export all
      </Button>
    </span>
  )
}

const described: readonly Column<Act>[] = [
  { head: 'No.', text: ({ n }) => String(n), right: true },
  { head: 'When', text: ({ at }) => when(at) },
  { head: 'Who', text: ({ operator }) => operator },
  { head: 'What', text: ({ act }) => actName(act) },
  { head: 'About', text: ({ about }) => about },
  { head: 'Why', text: ({ reason }) => reason },
  {
    head: 'Approved by',
    text: ({ approver, approval }) => (approver === null ? '' : `${approver}: ${approval}`),
  },
  {
    head: 'Changed',
    show: ({ changes }) => <Changes changes={changes} />,
    text: ({ changes }) => changesText(changes),
  },
]
const columns: readonly Column<Act>[] = [
  ...described,
  { head: 'Hash', text: ({ hash }) => hash.slice(0, 12) },
]
/** For a person's own check of the chain: times to the millisecond, whole hashes. */
export const exported: readonly Column<Act>[] = [
  ...described.map((column) =>
    column.head === 'When' ? { ...column, text: ({ at }: Act) => at.toISOString() } : column,
  ),
  { head: 'Hash', text: ({ hash }) => hash },
]
