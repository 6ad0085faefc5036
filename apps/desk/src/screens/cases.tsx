import { type CaseLine, caseStates, listInbox } from '@pipkin/contract/desk'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../../web/src/ui/button.tsx'
import { cx } from '../../../web/src/ui/cx.ts'
import { Field } from '../../../web/src/ui/field.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { everyPage, useCall } from '../call.ts'
import { AddressForm } from '../parts/address-form.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { fkr, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { NextPage, Views } from '../parts/views.tsx'
import { whoText } from '../parts/who.tsx'

const stateNames = { open: 'Open', waiting: 'Answered', closed: 'Closed' } as const
const stateViews = caseStates.map((view) => ({ view, name: stateNames[view] }))
const empty = {
  open: 'No case waits for an answer.',
  waiting: 'No answered case is left to close.',
  closed: 'No case was closed yet.',
} as const

/** Who wrote it, for a table. */
export const writerOf = ({ player, name, email }: Pick<CaseLine, 'player' | 'name' | 'email'>) =>
  player === null ? `visitor ${email ?? ''}` : whoText({ player, name })

/** The most cases that a search finds. */
const mostFound = 50

/** The inbox. State, holder, search and place are in the address. */
export function Cases({ operator }: { operator: number }) {
  const [address] = useSearchParams()
  const text = address.get('text') ?? ''
  const state = caseStates.find((known) => known === address.get('state')) ?? 'open'
  const mine = address.has('mine')
  const asked = {
    state,
    holder: mine ? operator : undefined,
    text: text || undefined,
    cursor: address.get('after') ?? undefined,
    limit: 50,
  }
  const page = useCall(listInbox, asked, 10_000)
  return (
    <>
      <Heading name="Cases" />
      <Search text={text} />
      <div className="flex flex-wrap items-end gap-x-4">
        <Views
          label="Which cases"
          views={stateViews}
          shown={text === '' ? state : null}
          to={(state) => `?state=${state}${mine ? '&mine' : ''}`}
        />
        <OnlyMine state={state} isOn={mine} />
      </div>
      <Loaded query={page}>
        {({ cases, next }) => (
          <>
            <Table
              name={text === '' ? stateNames[state] : `Found for ${text}`}
              rows={cases}
              keyOf={(row) => row.case}
              empty={text === '' ? noneOf(state, mine, asked.cursor) : 'No case has this.'}
              all={everyPage(
                listInbox,
                (page) => ({ ...asked, ...page }),
                ({ cases, next }) => [cases, next],
              )}
              columns={columns}
            />
            {text !== '' && cases.length === mostFound && (
              <p className="mt-3 text-sm text-ink2">
                These are the newest {mostFound}: there may be more. Search for less.
              </p>
            )}
            <NextPage next={next} keep={{ state, mine: mine ? 'yes' : undefined }} name="after">
              The next ones
            </NextPage>
          </>
        )}
      </Loaded>
    </>
  )
}

/** What an empty page says. A later one may be empty since colleagues have answered its cases. */
function noneOf(state: CaseLine['state'], mine: boolean, cursor: string | undefined): string {
  if (cursor !== undefined) return 'There are none further down.'
  return mine ? 'You have none of these.' : empty[state]
}

const OnlyMine = ({ state, isOn }: { state: CaseLine['state']; isOn: boolean }) => (
  <Link
    to={`?state=${state}${isOn ? '' : '&mine'}`}
    aria-current={isOn ? 'true' : undefined}
    className={cx(
      'mt-4 grid min-h-11 place-items-center rounded-tile px-4 text-sm font-620',
      isOn ? 'bg-glaze text-on-glaze' : 'bg-surface edged',
    )}
  >
    Only mine
  </Link>
)

function Search({ text }: { text: string }) {
  const [, setAddress] = useSearchParams()
  return (
    <AddressForm
      at={text}
      onSend={(form) => {
        const given = String(form.get('text')).trim()
        setAddress(given ? { text: given } : {})
      }}
      className="flex items-end gap-3"
    >
      <Field
        label="Search: case, player, e-mail, chain hash, words"
        name="text"
        type="search"
        maxLength={254}
        defaultValue={text}
        dense
        className="mt-3.5 min-w-0 grow"
      />
      <Button size="medium" look="line" type="submit">
        Search
      </Button>
    </AddressForm>
  )
}

/** The report or the newest words, in a line. */
const whatOf = ({ event, amount, words }: CaseLine): string =>
  [event && amount !== null && `${event} of ${fkr(amount)}`, words].filter(Boolean).join(': ')

const What = ({ line }: { line: CaseLine }) => (
  <span className="flex max-w-xl min-w-52 flex-wrap items-center gap-2">
    {line.event && <Tag tone="mute">{line.event}</Tag>}
    {line.amount !== null && <span>{fkr(line.amount)}</span>}
    {line.isOurs && <Tag tone="info">we wrote</Tag>}
    {line.hasPictures && <Tag tone="mute">picture</Tag>}
    <span className="min-w-0 wrap-anywhere">{line.words}</span>
  </span>
)

const columns: readonly Column<CaseLine>[] = [
  {
    head: 'Case',
    text: (row) => String(row.case),
    show: (row) => (
      <DeskLink to={`/cases/${row.case}`} className="font-620">
        {row.case}
      </DeskLink>
    ),
  },
  { head: 'From', text: writerOf },
  { head: 'What', text: whatOf, show: (row) => <What line={row} /> },
  { head: 'State', text: (row) => stateNames[row.state] },
  { head: 'Who has it', text: ({ holder }) => holder ?? '–' },
  { head: 'Last', text: ({ lastAt }) => when(lastAt) },
]
