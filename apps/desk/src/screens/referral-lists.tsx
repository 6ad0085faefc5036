import {
  approveRewards,
  listReferrers,
  listRings,
  listUnlocked,
  listWaitingRewards,
  type Referrer,
  type Ring,
  refuseRewards,
  type UnlockedReward,
  type WaitingReward,
} from '@pipkin/contract/desk'
import { useSearchParams } from 'react-router'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { fkr, when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { useProposed } from '../parts/pending.tsx'
import { PlayerLink } from '../parts/player-link.tsx'
import { type ButtonColumn, type Column, Table } from '../parts/table.tsx'
import { idColumn, nameColumn, playerColumn, WhoLink, whoText } from '../parts/who.tsx'
import { reasonText, sharesText } from './shared-things.ts'

/** Friends who look like one person, by who brought them. */
export const Rings = () => (
  <PagedTable
    call={listRings}
    inputOf={(page) => page}
    pageOf={({ rings, next }) => [rings, next]}
    cursor="before"
    keep={{ view: 'rings' }}
    more="Earlier ones"
    name="Rings"
    keyOf={({ player }) => player}
    empty="No friends share an address or a network with their referrer or each other."
    columns={ringColumns}
  />
)

const ringColumns: readonly Column<Ring>[] = [
  {
    head: 'Brought by',
    text: whoText,
    show: (ring) => <WhoLink who={ring} to={`/referral/rings/${ring.player}`} />,
  },
  { head: 'Found', text: ({ foundAt }) => when(foundAt) },
  { head: 'They share', text: ({ shares }) => sharesText(shares) },
  { head: 'Friends', text: ({ friends }) => String(friends), right: true },
  { head: 'Refused', text: ({ refused }) => String(refused), right: true },
  { head: 'Frozen', text: ({ frozen }) => String(frozen), right: true },
  { head: 'Locked', text: ({ locked }) => fkr(locked), right: true },
  { head: 'Unlocked', text: ({ unlocked }) => fkr(unlocked), right: true },
]

/** Rewards that an operator has to decide. */
export function Waiting({ mayPay }: { mayPay: boolean }) {
  const waiting = useCall(listWaitingRewards, undefined, 30_000)
  const isProposed = useProposed({ act: approveRewards.name })
  const decide: ButtonColumn<WaitingReward> = {
    head: 'Decide',
    show: ({ friend, amount }) => (
      <span className="flex flex-wrap gap-2">
        <ActButton
          act={refuseRewards}
          about={`${fkr(amount)} for friend ${friend}`}
          inputOf={(reason) => ({ player: friend, reason })}
        />
        {isProposed(approveRewards, String(friend)) ? (
          <DeskLink to="/proposals">proposed to be approved</DeskLink>
        ) : (
          <ActButton
            act={approveRewards}
            about={`${fkr(amount)} for friend ${friend}`}
            inputOf={(reason) => ({ player: friend, reason })}
          />
        )}
      </span>
    ),
  }
  return (
    <Loaded query={waiting}>
      {(rows) => (
        <Table
          name="To be decided"
          rows={rows}
          keyOf={({ friend }) => friend}
          empty="No reward waits for a decision."
          columns={mayPay ? [...waitingColumns, decide] : waitingColumns}
        />
      )}
    </Loaded>
  )
}

const waitingColumns: readonly Column<WaitingReward>[] = [
  idColumn('Friend', ({ friend }) => friend),
  idColumn('Brought by', ({ referrer }) => referrer),
  { head: 'Since', text: ({ since }) => when(since) },
  { head: 'Why', text: ({ reasons }) => reasons.map(reasonText).join(', ') },
  { head: 'Rewards', text: ({ amount }) => fkr(amount), right: true },
]

/** Players by how many friends they brought. */
export const Referrers = () => (
  <PagedTable
    call={listReferrers}
    inputOf={(page) => page}
    pageOf={({ referrers, next }) => [referrers, next]}
    cursor="after"
    keep={{ view: 'referrers' }}
    more="The next ones"
    name="Who brought most"
    keyOf={({ player }) => player}
    empty="No player has earned by a friend yet."
    columns={referrerColumns}
  />
)

const referrerColumns: readonly Column<Referrer>[] = [
  playerColumn,
  nameColumn,
  {
    head: 'State',
    text: ({ isRing, frozen }) =>
      [isRing && 'ring', frozen && 'frozen'].filter(Boolean).join(', ') || '–',
    show: ({ player, isRing, frozen }) => (
      <span className="flex flex-wrap gap-2">
        {isRing && <DeskLink to={`/referral/rings/${player}`}>ring</DeskLink>}
        {frozen && <Tag tone="loss">frozen</Tag>}
        {!isRing && !frozen && '–'}
      </span>
    ),
  },
  { head: 'Rewards', text: ({ rewards }) => String(rewards), right: true },
  { head: 'Earned', text: ({ earned }) => fkr(earned), right: true },
  { head: 'Unlocked', text: ({ unlocked }) => fkr(unlocked), right: true },
]

/** The rewards that what was unlocked is made of. */
export function Unlocked() {
  const [address] = useSearchParams()
  const day = address.get('day') ?? undefined
  return (
    <>
      {day && (
        <p className="mt-4 text-sm">
          On {day} (UTC). <DeskLink to="?view=unlocked">Of all time</DeskLink>
        </p>
      )}
      <PagedTable
        call={listUnlocked}
        inputOf={(page) => ({ day, ...page })}
        pageOf={({ rewards, next }) => [rewards, next]}
        cursor="before"
        keep={{ view: 'unlocked', day }}
        more="Earlier ones"
        name="Unlocked rewards"
        keyOf={({ player, friend }) => `${player} ${friend}`}
        empty="None was unlocked."
        columns={unlockedColumns}
      />
    </>
  )
}

const unlockedColumns: readonly Column<UnlockedReward>[] = [
  { head: 'Unlocked', text: ({ unlockedAt }) => when(unlockedAt) },
  { head: 'Given', text: ({ givenAt }) => when(givenAt) },
  playerColumn,
  {
    head: 'For friend',
    text: ({ player, friend }) => (player === friend ? 'own sign-in' : String(friend)),
    show: ({ player, friend }) =>
      player === friend ? 'own sign-in' : <PlayerLink player={friend} />,
  },
  { head: 'Amount', text: ({ amount }) => fkr(amount), right: true },
]
