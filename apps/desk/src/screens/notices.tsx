import {
  actNames,
  type Duty,
  draftNotice,
  dropNotice,
  endNotice,
  type HouseNotice,
  listHouseNotices,
  noticeKinds,
  publishNotice,
} from '@pipkin/contract/desk'
import { useSearchParams } from 'react-router'
import { Field } from '../../../web/src/ui/field.tsx'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { TextArea } from '../../../web/src/ui/text-area.tsx'
import { serverTime } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { Pending } from '../parts/pending.tsx'
import { PlayerLink, playerIdInput } from '../parts/player-link.tsx'
import { ReplacedDraft } from '../parts/replaced-draft.tsx'
import type { ButtonColumn, Column } from '../parts/table.tsx'
import { TimeInput, timeIn } from '../parts/time-input.tsx'
import { Views } from '../parts/views.tsx'
import { Terms } from './terms.tsx'

const stateNames = {
  live: 'Live',
  scheduled: 'Scheduled',
  draft: 'Drafts',
  ended: 'Ended',
} as const
type State = keyof typeof stateNames
const views = [
  ...(['live', 'scheduled', 'draft', 'ended'] as const).map((view) => ({
    view,
    name: stateNames[view],
  })),
  { view: 'terms', name: 'Terms' },
] as const
const empty: Readonly<Record<State, string>> = {
  live: 'No notice is shown now.',
  scheduled: 'No notice waits for its time.',
  draft: 'There is no draft.',
  ended: 'No notice has ended yet.',
}

/** What the house says to its players, and the terms that they accept. */
export function Notices({ duties }: { duties: readonly Duty[] }) {
  const [address] = useSearchParams()
  const view = views.find(({ view }) => view === address.get('view'))?.view ?? 'live'
  const mayAnswer = duties.includes('answer')
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Heading name="Notices" className="mr-auto" />
        {view !== 'terms' && mayAnswer && <DraftNotice />}
      </div>
      <Views label="Notices and terms" views={views} shown={view} />
      {view === 'terms' ? (
        <Terms mayRule={duties.includes('rule')} />
      ) : (
        <List key={view} state={view} mayAnswer={mayAnswer} />
      )}
    </>
  )
}

function List({ state, mayAnswer }: { state: State; mayAnswer: boolean }) {
  return (
    <>
      {state === 'draft' && <Pending of={{ act: publishNotice.name }} />}
      <PagedTable
        call={listHouseNotices}
        inputOf={(page) => ({ state, ...page })}
        pageOf={({ notices, next }) => [notices, next]}
        everyMs={15_000}
        cursor="after"
        keep={{ view: state }}
        more="The next ones"
        name={stateNames[state]}
        keyOf={({ id }) => id}
        empty={empty[state]}
        columns={[
          ...columns,
          ...(mayAnswer && state !== 'ended' ? [actsColumn(state === 'draft')] : []),
        ]}
      />
    </>
  )
}

const columns: readonly Column<HouseNotice>[] = [
  {
    head: 'To',
    text: ({ player }) => (player === null ? 'all players' : String(player)),
    show: ({ player }) =>
      player === null ? <Tag tone="info">all players</Tag> : <PlayerLink player={player} />,
  },
  {
    head: 'Kind',
    text: ({ kind }) => kind,
    show: ({ kind }) => <Tag tone={kind === 'offer' ? 'pending' : 'mute'}>{kind}</Tag>,
  },
  {
    head: 'Notice',
    text: ({ title, words }) => `${title}: ${words}`,
    show: ({ title, words }) => (
      <span className="block max-w-xl min-w-52 wrap-anywhere">
        <span className="block font-640">{title}</span>
        <span className="block whitespace-pre-line text-ink2">{words}</span>
      </span>
    ),
  },
  { head: 'From', text: ({ from }) => when(from) },
  { head: 'Until', text: ({ until }) => when(until) },
  { head: 'By', text: ({ madeBy }) => madeBy },
]

const actsColumn = (isDraft: boolean): ButtonColumn<HouseNotice> => ({
  head: 'Act',
  show: (notice) => {
    const about = `“${notice.title}” to ${notice.player ?? 'all players'}`
    // Two notices may have the same title.
    const asking = {
      about,
      id: notice.id,
      fields: (
        <div className="mt-3">
          <Facts
            facts={[
              ['Text', notice.words],
              ['From', when(notice.from)],
              ['Until', when(notice.until)],
            ]}
          />
        </div>
      ),
      inputOf: (reason: string) => ({ notice: notice.id, reason }),
    }
    return isDraft ? (
      <span className="flex flex-wrap items-center gap-2">
        {notice.proposer === null ? (
          <ActButton act={publishNotice} {...asking} />
        ) : (
          <DeskLink to="/proposals">{notice.proposer} proposed to publish it</DeskLink>
        )}
        <DraftNotice replaced={{ notice, about }} />
        <ActButton act={dropNotice} {...asking} />
      </span>
    ) : (
      <ActButton act={endNotice} {...asking} />
    )
  },
})

/** By which a new notice is kept: what was typed to one player isn't offered to another. */
const newTo = (player: number | string | null) => `${draftNotice.name} to ${player ?? 'all'}`

/** Keeps a draft: a new one, or in place of another. */
const DraftNotice = ({ replaced }: { replaced?: { notice: HouseNotice; about: string } }) => {
  // A player's page links here with the player's id.
  const [address] = useSearchParams()
  const to = address.get('to')
  return (
    <ActButton
      act={draftNotice}
      keptAs={newTo(to)}
      {...(replaced && {
        label: `${actNames.draftNotice} anew`,
        about: replaced.about,
        keptAs: `${draftNotice.name} ${replaced.notice.id}`,
        // Where a colleague replaced or dropped the draft, it can be kept as a new one.
        keptToo: newTo(replaced.notice.player),
      })}
      fields={
        <>
          {replaced && <ReplacedDraft by={replaced.notice.madeBy} />}
          <NoticeFields notice={replaced?.notice} to={to} />
        </>
      }
      inputOf={(reason, form) => {
        const player = String(form.get('player')).trim()
        return {
          replaces: replaced?.notice.id ?? null,
          player: player === '' ? null : Number(player),
          kind: noticeKinds.find((kind) => kind === form.get('kind')) ?? 'service',
          title: String(form.get('title')),
          words: String(form.get('words')),
          from: timeIn(form, 'from'),
          until: timeIn(form, 'until'),
          reason,
        }
      }}
    />
  )
}

const hour = 3_600_000

interface NoticeFieldsProps {
  notice: HouseNotice | undefined
  /** To whom a new one goes. */
  to: string | null
}

const NoticeFields = ({ notice, to }: NoticeFieldsProps) => (
  <>
    <Field
      label="Player"
      name="player"
      {...playerIdInput}
      autoComplete="off"
      defaultValue={notice ? (notice.player ?? '') : (to ?? '')}
      hint="An id, or empty: to all players, which takes a second person."
    />
    <SelectField
      label="Kind"
      name="kind"
      placeholder="Choose"
      dense
      className="mt-3.5"
      defaultValue={notice?.kind ?? 'service'}
      options={[
        { value: 'service', label: 'Service' },
        { value: 'offer', label: 'Offer' },
      ]}
      hint="A service is what players need to know. An offer is marketing: no player on a break sees it."
    />
    <Field
      label="Title"
      name="title"
      required
      maxLength={80}
      autoComplete="off"
      defaultValue={notice?.title}
    />
    <TextArea label="Text" name="words" required maxLength={2_000} defaultValue={notice?.words} />
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-x-3">
      <TimeInput label="From" name="from" at={notice?.from ?? serverTime()} />
      <TimeInput
        label="Until"
        name="until"
        at={notice?.until ?? new Date(serverTime().getTime() + 7 * 24 * hour)}
      />
    </div>
  </>
)
