import {
  type KeptReward,
  type LongSession,
  listBreaks,
  listKeptRewards,
  listLongSessions,
  listNearLimits,
  listPendingLimits,
  listRemindersSeen,
  listRisks,
  type NearLimit,
  type PendingLimit,
  type PlayerBreak,
  type ReminderSeen,
  type Risk,
} from '@pipkin/contract/desk'
import { signedMoneyText } from '@pipkin/money'
import { useSearchParams } from 'react-router'
import { durationText } from '../../../web/src/browser/dates.ts'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { fkr, when, yesNo } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { NoteSafety, signText } from '../parts/risk.tsx'
import type { ButtonColumn, Column } from '../parts/table.tsx'
import { GiveBreak, LowerLimit, limitLabel, type WhichLimit } from '../parts/tighten.tsx'
import { Views } from '../parts/views.tsx'
import { idColumn, whoColumn } from '../parts/who.tsx'
import { endText, withReason } from './break-words.ts'

const views = [
  { view: 'limits', name: 'Near a limit' },
  { view: 'risk', name: 'At risk' },
  { view: 'sessions', name: 'Long at play' },
  { view: 'exclusions', name: 'Exclusions' },
  { view: 'breaks', name: 'Breaks' },
  { view: 'waiting', name: 'Raises that wait' },
  { view: 'looks', name: 'Reality checks' },
  { view: 'rewards', name: 'Kept rewards' },
] as const

/** Safer play: who may need a break, and what players have set. Staff only make it tighter. */
export function Safety({ mayRestrict }: { mayRestrict: boolean }) {
  const [address] = useSearchParams()
  const view = views.find(({ view }) => view === address.get('view'))?.view ?? 'limits'
  return (
    <>
      <Heading name="Safety" />
      <Views label="Parts of safer play" views={views} shown={view} />
      {view === 'limits' && <NearLimits mayRestrict={mayRestrict} />}
      {view === 'risk' && <AtRisk mayRestrict={mayRestrict} />}
      {view === 'sessions' && <LongSessions mayRestrict={mayRestrict} />}
      {view === 'exclusions' && <Breaks key="exclusion" kind="exclusion" />}
      {view === 'breaks' && <Breaks key="timeout" kind="timeout" />}
      {view === 'waiting' && <Waiting mayRestrict={mayRestrict} />}
      {view === 'looks' && <Looks />}
      {view === 'rewards' && <KeptRewards />}
    </>
  )
}

interface Restricting {
  mayRestrict: boolean
}

/** The buttons of a row, for who may press them. */
const actsColumn = <Row extends { player: number }>(
  mayRestrict: boolean,
  limitOf?: (row: Row) => WhichLimit,
): readonly ButtonColumn<Row>[] =>
  mayRestrict
    ? [
        {
          head: 'Act',
          show: (row) => (
            <span className="flex flex-wrap gap-2">
              <LowerLimit player={row.player} limit={limitOf?.(row)} />
              <GiveBreak player={row.player} />
            </span>
          ),
        },
      ]
    : []

const NearLimits = ({ mayRestrict }: Restricting) => (
  <PagedTable
    call={listNearLimits}
    inputOf={(page) => page}
    pageOf={({ limits, next }) => [limits, next]}
    everyMs={30_000}
    cursor="after"
    keep={{ view: 'limits' }}
    more="The next ones"
    name="Near a limit"
    keyOf={({ player, kind, period }) => `${player} ${kind} ${period}`}
    empty="No player has used four fifths of a limit."
    columns={[...nearColumns, ...actsColumn<NearLimit>(mayRestrict, (row) => row)]}
  />
)

const nearColumns: readonly Column<NearLimit>[] = [
  whoColumn,
  { head: 'Limit', text: limitLabel },
  {
    head: 'Used now',
    text: ({ part }) => `${part} %`,
    show: ({ part }) => (
      <Tag tone={part >= 100 ? 'loss' : part >= 80 ? 'pending' : 'mute'}>{part} %</Tag>
    ),
    right: true,
  },
  { head: 'Used', text: ({ used }) => fkr(used), right: true },
  { head: 'Of', text: ({ amount }) => fkr(amount), right: true },
  { head: 'Begins to free', text: ({ freesAt }) => when(freesAt) },
  { head: 'On a break', text: ({ isOnBreak }) => yesNo(isOnBreak) },
]

const AtRisk = ({ mayRestrict }: Restricting) => (
  <PagedTable
    call={listRisks}
    inputOf={(page) => page}
    pageOf={({ risks, next }) => [risks, next]}
    everyMs={30_000}
    cursor="after"
    keep={{ view: 'risk' }}
    more="The next ones"
    name="At risk"
    keyOf={({ player }) => player}
    empty="No player shows a sign of risk."
    columns={[...riskColumns, ...(mayRestrict ? [noteColumn] : [])]}
  />
)

const riskColumns: readonly Column<Risk>[] = [
  whoColumn,
  { head: 'Points', text: ({ score }) => String(score), right: true },
  {
    head: 'Why',
    text: ({ signs }) => signs.map(signText).join('; '),
    show: ({ signs }) => (
      <ul>
        {signs.map((sign) => (
          <li key={sign.sign}>{signText(sign)}</li>
        ))}
      </ul>
    ),
  },
  { head: 'Looked at', text: ({ countedAt }) => when(countedAt) },
  { head: 'On a break', text: ({ isOnBreak }) => yesNo(isOnBreak) },
  {
    head: 'Done last',
    text: ({ note }) => (note ? `${when(note.at)}, ${note.by}: ${note.what}` : '–'),
  },
]
const noteColumn: ButtonColumn<Risk> = {
  head: 'Act',
  show: ({ player }) => (
    <span className="flex gap-2">
      <NoteSafety player={player} />
      <GiveBreak player={player} />
    </span>
  ),
}

const LongSessions = ({ mayRestrict }: Restricting) => (
  <PagedTable
    call={listLongSessions}
    inputOf={(page) => page}
    pageOf={({ sessions, next }) => [sessions, next]}
    everyMs={30_000}
    cursor="after"
    keep={{ view: 'sessions' }}
    more="The next ones"
    name="Long at play"
    keyOf={({ player }) => player}
    empty="No player has played for an hour without a pause."
    columns={[...sessionColumns, ...actsColumn<LongSession>(mayRestrict)]}
  />
)

const sessionColumns: readonly Column<LongSession>[] = [
  whoColumn,
  { head: 'Plays since', text: ({ startedAt }) => when(startedAt) },
  { head: 'For', text: ({ seconds }) => durationText(seconds), right: true },
  { head: 'Last bet', text: ({ playedAt }) => when(playedAt) },
  { head: 'Staked', text: ({ staked }) => fkr(staked), right: true },
  { head: 'Net', text: ({ net }) => `${signedMoneyText(net)} fkr`, right: true },
  {
    head: 'Reminder',
    text: ({ reminderMinutes }) => (reminderMinutes === null ? '–' : `${reminderMinutes} min`),
    right: true,
  },
]

function Breaks({ kind }: Pick<PlayerBreak, 'kind'>) {
  const [address] = useSearchParams()
  const isOver = address.has('over')
  const view = kind === 'exclusion' ? 'exclusions' : 'breaks'
  const asked = { kind, over: isOver ? ('yes' as const) : undefined }
  return (
    <>
      <Views
        label="Which ones"
        views={[
          { view: 'lasting', name: 'They last' },
          { view: 'over', name: 'Over' },
        ]}
        shown={isOver ? 'over' : 'lasting'}
        to={(which) => `?view=${view}${which === 'over' ? '&over' : ''}`}
      />
      <PagedTable
        call={listBreaks}
        inputOf={(page) => ({ ...asked, ...page })}
        pageOf={({ breaks, next }) => [breaks, next]}
        cursor="after"
        keep={{ view, over: asked.over }}
        more="The next ones"
        name={kind === 'exclusion' ? 'Exclusions' : 'Breaks'}
        keyOf={({ player, at }) => `${player} ${at.getTime()}`}
        empty={isOver ? 'None is over yet.' : 'No player is on one.'}
        columns={breakColumns}
      />
    </>
  )
}

const breakColumns: readonly Column<PlayerBreak>[] = [
  whoColumn,
  { head: 'Since', text: ({ at }) => when(at) },
  { head: 'Until', text: endText },
  {
    head: 'Given by',
    text: ({ givenBy, givenWhy }) =>
      givenBy === null ? 'the player' : withReason(givenBy, givenWhy),
  },
  {
    head: 'Ended by, on what request',
    text: ({ endedBy, endedWhy }) => withReason(endedBy, endedWhy),
  },
]

const Waiting = ({ mayRestrict }: Restricting) => (
  <PagedTable
    call={listPendingLimits}
    inputOf={(page) => page}
    pageOf={({ limits, next }) => [limits, next]}
    cursor="after"
    keep={{ view: 'waiting' }}
    more="The next ones"
    name="Raises that wait"
    keyOf={({ player, kind, period }) => `${player} ${kind} ${period}`}
    empty="No raise waits."
    columns={[...waitingColumns, ...actsColumn<PendingLimit>(mayRestrict, (row) => row)]}
  />
)

const waitingColumns: readonly Column<PendingLimit>[] = [
  whoColumn,
  { head: 'Limit', text: limitLabel },
  { head: 'Now', text: ({ amount }) => fkr(amount), right: true },
  {
    head: 'Wanted',
    text: ({ becomes }) => (becomes === null ? 'no limit' : fkr(becomes)),
    right: true,
  },
  { head: 'Asked', text: ({ askedAt }) => when(askedAt) },
  { head: 'May be confirmed from', text: ({ from }) => when(from) },
]

const Looks = () => (
  <PagedTable
    call={listRemindersSeen}
    inputOf={(page) => page}
    pageOf={({ reminders, next }) => [reminders, next]}
    cursor="after"
    keep={{ view: 'looks' }}
    more="The next ones"
    name="Reality checks"
    keyOf={({ player, at }) => `${player} ${at.getTime()}`}
    empty="No player had to look at a session yet."
    columns={lookColumns}
  />
)

const lookColumns: readonly Column<ReminderSeen>[] = [
  whoColumn,
  { head: 'Due', text: ({ dueAt }) => when(dueAt) },
  { head: 'Acknowledged', text: ({ at }) => when(at) },
  {
    head: 'Played for',
    text: ({ at, sessionAt }) =>
      durationText(Math.floor((at.getTime() - sessionAt.getTime()) / 1_000)),
    right: true,
  },
  { head: 'Staked', text: ({ staked }) => fkr(staked), right: true },
  { head: 'Net', text: ({ net }) => `${signedMoneyText(net)} fkr`, right: true },
]

const KeptRewards = () => (
  <PagedTable
    call={listKeptRewards}
    inputOf={(page) => page}
    pageOf={({ rewards, next }) => [rewards, next]}
    cursor="after"
    keep={{ view: 'rewards' }}
    more="The next ones"
    name="Kept rewards"
    keyOf={({ player, friend }) => `${player} ${friend}`}
    empty="No reward waits for the end of a break."
    columns={keptColumns}
  />
)

const keptColumns: readonly Column<KeptReward>[] = [
  whoColumn,
  idColumn('For friend', ({ friend }) => friend),
  { head: 'Amount', text: ({ amount }) => fkr(amount), right: true },
  { head: 'Earned', text: ({ since }) => when(since) },
  {
    head: 'Break until',
    text: ({ breakUntil }) => (breakUntil === null ? 'over: it is given next' : when(breakUntil)),
  },
]
