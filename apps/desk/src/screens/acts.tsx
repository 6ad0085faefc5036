import { type Act, actName, actNames, listActs } from '@pipkin/contract/desk'
import { useSearchParams } from 'react-router'
import { Button } from '../../../web/src/ui/button.tsx'
import { Field } from '../../../web/src/ui/field.tsx'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { AddressForm } from '../parts/address-form.tsx'
import { Changes, changesText } from '../parts/changes.tsx'
import { when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { About } from '../parts/player-link.tsx'
import type { Column } from '../parts/table.tsx'

const filters = [
  { name: 'about', label: 'Player, address or game', type: 'search' },
  { name: 'who', label: 'Who', type: 'search' },
  { name: 'from', label: 'From (UTC)', type: 'date', max: '9999-12-31' },
  { name: 'to', label: 'To (UTC)', type: 'date', max: '9999-12-31' },
] as const

const acts = Object.entries(actNames)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label))
const anyAct = { value: 'any', label: 'Any act' }

/** What operators did, newest first; the filters and the place are in the address. */
export function Acts() {
  const [address] = useSearchParams()
  const given = Object.fromEntries(
    [...filters, { name: 'act' }].flatMap(({ name }) => {
      const value = address.get(name)
      return value ? [[name, value]] : []
    }),
  )
  return (
    <>
      <Heading name="Acts" />
      <Filters />
      <PagedTable
        call={listActs}
        inputOf={(page) => ({ ...given, ...page })}
        pageOf={({ acts, next }) => [acts, next]}
        cursor="before"
        keep={given}
        more="Earlier ones"
        name="Done"
        keyOf={({ n }) => n}
        empty="There is no such act."
        columns={columns}
        exported={exported}
      />
    </>
  )
}

function Filters() {
  const [address, setAddress] = useSearchParams()
  return (
    <AddressForm
      at={address.toString()}
      onSend={(form) =>
        setAddress(
          [...form].flatMap(([name, given]) => {
            const value = String(given).trim()
            const isAny = value === '' || (name === 'act' && value === anyAct.value)
            return isAny ? [] : [[name, value] satisfies [string, string]]
          }),
        )
      }
      className="field-pairs gap-x-3 wide:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
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
        // A mounted list doesn't follow a new default value, so mount a new one.
        key={address.get('act')}
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
    </AddressForm>
  )
}

const described: readonly Column<Act>[] = [
  { head: 'No.', text: ({ n }) => String(n), right: true },
  { head: 'When', text: ({ at }) => when(at) },
  { head: 'Who', text: ({ operator }) => operator },
  { head: 'What', text: ({ act }) => actName(act) },
  { head: 'About', text: ({ about }) => about, show: ({ about }) => <About about={about} /> },
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
/** For checking the chain by hand: times to the millisecond, whole hashes. */
export const exported: readonly Column<Act>[] = [
  ...described.map((column) =>
    column.head === 'When' ? { ...column, text: ({ at }: Act) => at.toISOString() } : column,
  ),
  { head: 'Hash', text: ({ hash }) => hash },
]
