import {
  approveRewards,
  type Bringer,
  changeReferralTerms,
  type DeskReferralTerms,
  listBringers,
  listRings,
  listTermVersions,
  listUnlocked,
  listWaitingRewards,
  type Referral as Programme,
  type Ring,
  readReferral,
  readReferralTerms,
  refuseRewards,
  type UnlockedReward,
  type WaitingReward,
} from '@pipkin/contract/desk'
import { fieldNames } from '@pipkin/contract/desk/field-names'
import { moneyText, subtract } from '@pipkin/money'
import { useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { Field } from '../../../web/src/ui/field.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { AmountInput, AmountsInput, amountIn, amountsIn } from '../parts/amount-input.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { Pending, useProposed } from '../parts/pending.tsx'
import { PlayerLink } from '../parts/player-link.tsx'
import { Plot } from '../parts/plot.tsx'
import { type ButtonColumn, type Column, Table } from '../parts/table.tsx'
import { Versions } from '../parts/versions.tsx'
import { Views } from '../parts/views.tsx'
import { idColumn, nameColumn, playerColumn, WhoLink, whoText } from '../parts/who.tsx'
import { reasonText, sharesText } from './shared-things.ts'

const views = [
  { view: 'rings', name: 'Rings' },
  { view: 'waiting', name: 'To be decided' },
  { view: 'bringers', name: 'Who brought most' },
  { view: 'days', name: 'By day' },
  { view: 'unlocked', name: 'Unlocked' },
  { view: 'terms', name: 'Terms' },
  { view: 'versions', name: 'Versions' },
] as const
/** The parts without players, for operators who draft the terms and see no player. */
const ofTerms = views.filter(({ view }) => view === 'terms' || view === 'versions')

/** The referral programme: what it gave and cost, and who may be gaming it. */
export function Referral({ duties }: { duties: readonly string[] }) {
  const [address] = useSearchParams()
  const maySee = duties.includes('see')
  const mayPay = duties.includes('pay')
  const parts = maySee ? views : ofTerms
  const view =
    parts.find(({ view }) => view === address.get('view'))?.view ?? (maySee ? 'rings' : 'terms')
  return (
    <>
      <Heading name="Referral" />
      {maySee && <Programmes />}
      <Views label="Parts of the programme" views={parts} shown={view} />
      {view === 'days' && <Programmes days />}
      {view === 'terms' && <Terms mayOffer={duties.includes('offer')} />}
      {view === 'versions' && <Versions call={listTermVersions} />}
      {view === 'rings' && <Rings />}
      {view === 'waiting' && <Waiting mayPay={mayPay} />}
      {view === 'bringers' && <Bringers />}
      {view === 'unlocked' && <Unlocked />}
    </>
  )
}

/** What the programme gave and cost: in all, or by day. */
function Programmes({ days = false }: { days?: boolean }) {
  const programme = useCall(readReferral)
  return (
    <Loaded query={programme}>
      {(read) => (days ? <Days programme={read} /> : <Sums programme={read} />)}
    </Loaded>
  )
}

const Sums = ({ programme: { given, unlocked, upto } }: { programme: Programme }) => (
  <Card className="mt-4 p-4">
    <Facts
      facts={[
        [
          `Given in ${given.count} rewards`,
          <DeskLink key="given" to="/money?view=movements&kind=rewards">
            <Big>{fkr(given.sum)}</Big>
          </DeskLink>,
        ],
        [
          'Unlocked: what it has cost',
          <DeskLink key="cost" to="/referral?view=unlocked">
            <Big>{fkr(unlocked.sum)}</Big>
          </DeskLink>,
        ],
        [
          'Still locked, or refused',
          <Big key="rest">{fkr(subtract(given.sum, unlocked.sum))}</Big>,
        ],
        ['Counted up to', when(upto)],
      ]}
    />
  </Card>
)

const Big = ({ children }: { children: string }) => (
  <span className="text-[1.1875rem] leading-6 font-720">{children}</span>
)

const Rings = () => (
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

function Waiting({ mayPay }: { mayPay: boolean }) {
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

const Bringers = () => (
  <PagedTable
    call={listBringers}
    inputOf={(page) => page}
    pageOf={({ bringers, next }) => [bringers, next]}
    cursor="after"
    keep={{ view: 'bringers' }}
    more="The next ones"
    name="Who brought most"
    keyOf={({ player }) => player}
    empty="No player has earned by a friend yet."
    columns={bringerColumns}
  />
)

const bringerColumns: readonly Column<Bringer>[] = [
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

const Days = ({ programme: { days } }: { programme: Programme }) => (
  <>
    {days.length > 1 && (
      <Plot
        title="Rewards by day"
        as="bars"
        places={days.map(({ day }) => day).toReversed()}
        series={[
          { name: 'given', amounts: days.map(({ given }) => given).toReversed() },
          { name: 'unlocked', amounts: days.map(({ unlocked }) => unlocked).toReversed() },
        ]}
      />
    )}
    <Table
      name="By day"
      rows={days}
      keyOf={({ day }) => day}
      empty="No reward was given yet."
      columns={[
        { head: 'Day (UTC)', text: ({ day }) => day },
        { head: 'Rewards', text: ({ times }) => String(times), right: true },
        {
          head: 'Given',
          text: ({ given }) => fkr(given),
          show: ({ day, given }) => (
            <DeskLink to={`/money?view=movements&kind=rewards&by=day&start=${day}`}>
              {fkr(given)}
            </DeskLink>
          ),
          right: true,
        },
        {
          head: 'Unlocked',
          text: ({ unlocked }) => fkr(unlocked),
          show: ({ day, unlocked }) => (
            <DeskLink to={`?view=unlocked&day=${day}`}>{fkr(unlocked)}</DeskLink>
          ),
          right: true,
        },
      ]}
    />
  </>
)

/** The rewards that what was unlocked is made of. */
function Unlocked() {
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

function Terms({ mayOffer }: { mayOffer: boolean }) {
  const terms = useCall(readReferralTerms, undefined, 30_000)
  return (
    <>
      <Pending of={{ act: 'changeReferralTerms' }} />
      <Loaded query={terms}>
        {(read) => (
          <Card className="mt-5 p-4">
            <div className="mb-3 flex items-center justify-between gap-4">
              <h2 className="text-h2">Version {read.version}</h2>
              {mayOffer && <DraftTerms terms={read} />}
            </div>
            <Facts
              facts={[
                [fieldNames.friend_reward, fkr(read.friend)],
                [fieldNames.level_rewards, `${levelsText(read) || '0'} fkr`],
                ...termAmounts.map(([name, label]) => [label, fkr(read[name])] as const),
                [fieldNames.review_after_days, String(read.reviewAfterDays)],
              ]}
            />
            <p className="mt-3 text-sm text-ink2">
              For friends who come from now on: rewards that were given keep the terms of their day.
            </p>
          </Card>
        )}
      </Loaded>
    </>
  )
}

const termAmounts = [
  ['deposits', fieldNames.unlock_deposits],
  ['staked', fieldNames.unlock_staked],
  ['dailyBudget', fieldNames.daily_budget],
  ['referrerDay', fieldNames.referrer_day],
  ['referrerTotal', fieldNames.referrer_total],
] as const

const levelsText = ({ levels }: DeskReferralTerms): string =>
  levels.map((level) => moneyText(level)).join(', ')

const DraftTerms = ({ terms }: { terms: DeskReferralTerms }) => (
  <ActButton
    act={changeReferralTerms}
    look="butter"
    fields={
      <div className="grid grid-cols-2 items-end gap-x-4">
        <AmountInput label={`${fieldNames.friend_reward}, fkr`} name="friend" now={terms.friend} />
        <AmountsInput label={`${fieldNames.level_rewards}, fkr`} name="levels" now={terms.levels} />
        {termAmounts.map(([name, label]) => (
          <AmountInput key={name} label={`${label}, fkr`} name={name} now={terms[name]} />
        ))}
        <Field
          label={fieldNames.review_after_days}
          name="reviewAfterDays"
          type="number"
          min={0}
          max={3_650}
          required
          defaultValue={terms.reviewAfterDays}
        />
      </div>
    }
    inputOf={(reason, form) => ({
      version: terms.version,
      friend: amountIn(form, 'friend', terms.friend),
      levels: amountsIn(form, 'levels'),
      deposits: amountIn(form, 'deposits', terms.deposits),
      staked: amountIn(form, 'staked', terms.staked),
      dailyBudget: amountIn(form, 'dailyBudget', terms.dailyBudget),
      referrerDay: amountIn(form, 'referrerDay', terms.referrerDay),
      referrerTotal: amountIn(form, 'referrerTotal', terms.referrerTotal),
      reviewAfterDays: Number(form.get('reviewAfterDays')),
      reason,
    })}
  />
)
