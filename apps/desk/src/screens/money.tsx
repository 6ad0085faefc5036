import { isNextLate } from '@pipkin/contract'
import {
  explainTransfer,
  type HouseMovement,
  type ListedKind,
  listedKinds,
  listMovements,
  listSnapshots,
  listUnderWay,
  listUnmatched,
  type MoneyPeriod,
  type MoneyUnit,
  type moments,
  operationKinds,
  readMoney,
  readNow,
  type Snapshot,
  type UnderWay,
  type UnmatchedTransfer,
} from '@pipkin/contract/desk'
import { type Money as Amount, add, moneyText, subtract } from '@pipkin/money'
import { useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { everyPage, useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { Plot } from '../parts/plot.tsx'
import { type ButtonColumn, type Column, Table } from '../parts/table.tsx'
import { NextPage, Views } from '../parts/views.tsx'
import { idColumn, nameColumn, playerColumn } from '../parts/who.tsx'

const views = [
  { view: 'day', name: 'By day' },
  { view: 'month', name: 'By month' },
  { view: 'owed', name: 'Owed and held' },
  { view: 'movements', name: 'Movements' },
  { view: 'way', name: 'Under way' },
  { view: 'unmatched', name: 'Unmatched transfers' },
] as const

/** What the house took and gave, and what it owes and holds. */
export function Money({ mayPay }: { mayPay: boolean }) {
  const [address] = useSearchParams()
  const view = views.find(({ view }) => view === address.get('view'))?.view ?? 'day'
  return (
    <>
      <Heading name="Money" />
      <Views label="Parts of the books" views={views} shown={view} />
      {(view === 'day' || view === 'month') && <Periods by={view} />}
      {view === 'owed' && <Owed />}
      {view === 'movements' && <Movements />}
      {view === 'way' && <WaysOfMoney />}
      {view === 'unmatched' && <Unmatched mayPay={mayPay} />}
    </>
  )
}

function Periods({ by }: { by: MoneyUnit }) {
  const [address] = useSearchParams()
  const before = address.get('before') ?? undefined
  const money = useCall(readMoney, { by, before }, 30_000)
  const everyPeriod = everyPage(
    readMoney,
    ({ cursor }) => ({ by, before: cursor }),
    ({ periods, next }) => [periods, next],
  )
  return (
    <Loaded query={money}>
      {({ periods, all, upto, next }) => (
        <>
          <Sums period={all} upto={upto} />
          <PeriodPlots by={by} periods={periods} />
          <Table
            name={`By ${by} (UTC)`}
            rows={periods}
            keyOf={({ start }) => start}
            empty="Nothing has moved yet."
            columns={periodColumns(by)}
            exported={[...periodColumns(by), coinsColumn]}
            all={everyPeriod}
          />
          <Table
            name="By game"
            rows={periods.flatMap(gamesOf)}
            all={async (noteRows) => (await everyPeriod(noteRows)).flatMap(gamesOf)}
            keyOf={({ start, game }) => `${start} ${game}`}
            empty="No game was played."
            columns={gameColumns(by)}
          />
          <NextPage next={next} keep={{ view: by }} name="before">
            Earlier ones
          </NextPage>
        </>
      )}
    </Loaded>
  )
}

const gamesOf = ({ start, games }: MoneyPeriod) => games.map((game) => ({ start, ...game }))

function PeriodPlots({ by, periods }: { by: MoneyUnit; periods: readonly MoneyPeriod[] }) {
  if (periods.length < 2) return null
  const oldestFirst = periods.toReversed()
  const places = oldestFirst.map(({ start }) => shownStart(by, start))
  const of = (figure: Figure) => oldestFirst.map((period) => period[figure])
  return (
    <div className="grid gap-x-4 wide:grid-cols-2">
      <Plot
        title={`Stakes and returns by ${by}`}
        as="bars"
        places={places}
        series={[
          { name: 'stakes', amounts: of('stakes') },
          { name: 'returns', amounts: of('returns') },
        ]}
      />
      <Plot
        title={`Deposits and withdrawals by ${by}`}
        as="bars"
        places={places}
        series={[
          { name: 'deposits', amounts: of('deposits') },
          { name: 'withdrawals', amounts: of('withdrawals') },
        ]}
      />
    </div>
  )
}

type Figure = 'stakes' | 'returns' | 'deposits' | 'withdrawals'

/** `2026-11-01`, or `2026-11` of a month. */
const shownStart = (by: MoneyUnit, start: string) => (by === 'day' ? start : start.slice(0, 7))

const Sums = ({ period, upto }: { period: MoneyPeriod; upto: Date }) => (
  <Card className="mt-4 p-4">
    <h2 className="mb-3 text-h2">Since the beginning</h2>
    <Facts
      facts={[
        [`Stakes of ${period.bets} bets`, <To key="s" rounds="placed" sum={period.stakes} />],
        ['Returns', <To key="r" rounds="ended" sum={period.returns} />],
        ['Gross revenue', <strong key="gross">{fkr(period.gross)}</strong>],
        ['Fees', <To key="f" kind="fees" sum={period.fees} />],
        ['Rewards given', <To key="g" kind="rewards" sum={period.rewards} />],
        ['Adjustments', <To key="a" kind="adjustment" sum={period.adjustments} />],
        ['Gas', <Gas key="gas" period={period} />],
        ['Deposits', <To key="d" kind="deposit" sum={period.deposits} />],
        ['Withdrawals', <To key="w" kind="withdraw_paid" sum={period.withdrawals} />],
        ['Counted up to', when(upto)],
      ]}
    />
  </Card>
)

const fewDigits = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

/** Coins have 18 decimals: the title has them all, as files do. */
const Gas = ({ period: { gas, gasCoins } }: { period: MoneyPeriod }) => (
  <span title={`${gasCoins} coins`}>
    {fewDigits.format(Number(gasCoins))} coins, {fkr(gas)}
  </span>
)

/** A sum of all time, which leads to its rounds or movements. */
const To = ({
  sum,
  ...rows
}: { sum: Amount } & ({ kind: ListedKind } | { rounds: (typeof moments)[number] })) => (
  <DeskLink
    to={
      'kind' in rows ? `?view=movements&kind=${rows.kind}` : `/games/all/rounds?of=${rows.rounds}`
    }
  >
    {fkr(sum)}
  </DeskLink>
)

const amount = (head: string, of: (period: MoneyPeriod) => Amount): Column<MoneyPeriod> => ({
  head,
  text: (period) => moneyText(of(period)),
  right: true,
})

/** A figure that leads to the movements that it is made of. */
const linked = (
  by: MoneyUnit,
  head: string,
  kind: ListedKind,
  of: (period: MoneyPeriod) => Amount,
): Column<MoneyPeriod> => ({
  ...amount(head, of),
  show: (period) => (
    <DeskLink to={`?${new URLSearchParams({ view: 'movements', kind, by, start: period.start })}`}>
      {moneyText(of(period))}
    </DeskLink>
  ),
})

/** What was played in a period, in all or of one game. */
interface PlayedIn extends Pick<MoneyPeriod, 'start' | 'bets' | 'stakes' | 'returns' | 'gross'> {
  readonly game?: number
}

/** The rounds that were placed or that ended in a period, of a game or of all. */
const roundsOf = (of: (typeof moments)[number], span: MoneyUnit, { game, start }: PlayedIn) =>
  `/games/${game ?? 'all'}/rounds?${new URLSearchParams({ of, span, since: start })}`

/** Stakes count when they are placed, returns when the round ends. */
const playedColumns = (by: MoneyUnit): readonly Column<PlayedIn>[] => {
  const toRounds = (
    of: (typeof moments)[number],
    head: string,
    text: (row: PlayedIn) => string,
  ): Column<PlayedIn> => ({
    head,
    text,
    show: (row) => <DeskLink to={roundsOf(of, by, row)}>{text(row)}</DeskLink>,
    right: true,
  })
  return [
    toRounds('placed', 'Bets', ({ bets }) => String(bets)),
    toRounds('placed', 'Stakes', ({ stakes }) => moneyText(stakes)),
    toRounds('ended', 'Returns', ({ returns }) => moneyText(returns)),
    { head: 'Gross', text: ({ gross }) => moneyText(gross), right: true },
  ]
}

const startColumn = (by: MoneyUnit): Column<Pick<MoneyPeriod, 'start'>> => ({
  head: by === 'day' ? 'Day' : 'Month',
  text: ({ start }) => shownStart(by, start),
})

const gameColumns = (by: MoneyUnit): readonly Column<ReturnType<typeof gamesOf>[number]>[] => [
  startColumn(by),
  { head: 'Game', text: ({ name }) => name },
  ...playedColumns(by),
]

const periodColumns = (by: MoneyUnit): readonly Column<MoneyPeriod>[] => [
  startColumn(by),
  ...playedColumns(by),
  linked(by, 'Fees', 'fees', ({ fees }) => fees),
  linked(by, 'To friends', 'bonus', ({ toFriends }) => toFriends),
  linked(by, 'To referrers', 'referral_earning', ({ toReferrers }) => toReferrers),
  linked(by, 'Adjustments', 'adjustment', ({ adjustments }) => adjustments),
  { ...amount('Gas', ({ gas }) => gas), show: ({ gas }) => moneyText(gas) },
  linked(by, 'Deposits', 'deposit', ({ deposits }) => deposits),
  linked(by, 'Withdrawals', 'withdraw_paid', ({ withdrawals }) => withdrawals),
]

const coinsColumn: Column<MoneyPeriod> = {
  head: 'Gas, coins',
  text: ({ gasCoins }) => gasCoins,
  right: true,
}

function Owed() {
  const [address] = useSearchParams()
  const before = address.get('before') ?? undefined
  const page = useCall(listSnapshots, { cursor: before, limit: 60 })
  const now = useCall(readNow, undefined, 10_000)
  return (
    <>
      <Loaded query={now}>
        {({ owed, house }) => (
          <Card className="mt-4 p-4">
            <Facts
              facts={[
                ['Owed to players now', fkr(owed)],
                ['Held on the chain now', house ? fkr(house.held) : 'not seen yet'],
                ['Held less owed', house ? fkr(subtract(house.held, owed)) : '–'],
              ]}
            />
          </Card>
        )}
      </Loaded>
      <Loaded query={page}>
        {({ snapshots, next }) => (
          <>
            {snapshots.length > 1 && (
              <Plot
                title="Owed and held, snapshot by snapshot"
                as="lines"
                places={snapshots.map(({ takenAt }) => when(takenAt)).toReversed()}
                series={[
                  { name: 'owed', amounts: snapshots.map(({ owed }) => owed).toReversed() },
                  { name: 'held', amounts: snapshots.map(({ held }) => held).toReversed() },
                ]}
              />
            )}
            {before === undefined &&
              snapshots[0] &&
              isNextLate(snapshots[0].takenAt, new Date()) && (
                <p className="mt-4 text-sm text-pending">
                  One is due each day: the next is late. The worker takes it once it runs and the
                  chain is read.
                </p>
              )}
            <Table
              name="Snapshots"
              rows={snapshots}
              keyOf={({ snapshot }) => snapshot}
              empty="No snapshot was taken yet: the worker takes one a day."
              columns={snapshotColumns}
              all={everyPage(
                listSnapshots,
                (page) => page,
                ({ snapshots, next }) => [snapshots, next],
              )}
            />
            <NextPage next={next} keep={{ view: 'owed' }} name="before">
              Earlier ones
            </NextPage>
          </>
        )}
      </Loaded>
    </>
  )
}

export const snapshotColumns: readonly Column<Snapshot>[] = [
  { head: 'Taken', text: ({ takenAt }) => when(takenAt) },
  { head: 'Players', text: ({ players }) => String(players), right: true },
  { head: 'Owed', text: ({ owed }) => fkr(owed), right: true },
  { head: 'Held', text: ({ held }) => fkr(held), right: true },
  { head: 'Held less owed', text: ({ held, owed }) => fkr(subtract(held, owed)), right: true },
]

const kindNames: Readonly<Record<ListedKind, string>> = {
  deposit: 'Deposits credited',
  withdraw: 'Withdrawals asked for',
  withdraw_paid: 'Withdrawals paid',
  withdraw_refund: 'Withdrawals given back',
  send: 'Sends',
  received: 'Received by sends',
  winning_transfer: 'Moved from Win to Deposit',
  referral_transfer: 'Moved from Referral to Deposit',
  referral_earning: 'Rewards to referrers',
  bonus: 'Rewards to friends',
  adjustment: 'Adjustments',
  fees: 'What brings fees: sends, and withdrawals paid',
  rewards: 'Rewards to friends and referrers',
}

function Movements() {
  const [address, setAddress] = useSearchParams()
  const kind = listedKinds.find((kind) => kind === address.get('kind')) ?? 'deposit'
  const start = address.get('start') ?? undefined
  const by = address.get('by') === 'month' ? 'month' : 'day'
  const asked = { kind, ...(start && ({ by, start } as const)) }
  const page = useCall(listMovements, {
    ...asked,
    cursor: address.get('before') ?? undefined,
    limit: 50,
  })
  const keep = { view: 'movements', ...asked }
  return (
    <>
      <div className="mt-4 flex flex-wrap items-end gap-4">
        <SelectField
          label="What has moved"
          placeholder="Choose"
          dense
          className="w-80 max-w-full"
          value={kind}
          onChange={({ currentTarget }) => setAddress({ ...keep, kind: currentTarget.value })}
          options={listedKinds.map((value) => ({ value, label: kindNames[value] }))}
        />
        {start && (
          <p className="pb-3.5 text-sm">
            {by === 'day' ? 'On' : 'In'} {shownStart(by, start)} (UTC).{' '}
            <DeskLink to={`?${new URLSearchParams({ view: 'movements', kind })}`}>
              Of all time
            </DeskLink>
          </p>
        )}
      </div>
      <Loaded query={page}>
        {({ movements, next }) => (
          <>
            <Table
              name={kindNames[kind]}
              rows={movements}
              keyOf={({ id, player }) => `${id} ${player}`}
              empty="There are none."
              columns={movementColumns}
              all={everyPage(
                listMovements,
                (page) => ({ ...asked, ...page }),
                ({ movements, next }) => [movements, next],
              )}
            />
            {movements.length > 0 && (
              <p className="mt-2 text-sm text-ink2">
                On this page {fkr(add(...movements.map(({ amount }) => amount)))} in all, with fees
                of {fkr(add(...movements.map(({ fee }) => fee)))}.
              </p>
            )}
            <NextPage next={next} keep={keep} name="before">
              Earlier ones
            </NextPage>
          </>
        )}
      </Loaded>
    </>
  )
}

const movementColumns: readonly Column<HouseMovement>[] = [
  { head: 'When', text: ({ at }) => when(at) },
  playerColumn,
  nameColumn,
  idColumn('Other player', ({ other }) => other),
  { head: 'Amount', text: ({ amount }) => fkr(amount), right: true },
  { head: 'Fee', text: ({ fee }) => (fee === 0n ? '–' : fkr(fee)), right: true },
  { head: 'Deposit or withdrawal', text: ({ transaction }) => transaction ?? '–' },
]

const wayNames = { deposit: 'Deposits under way', withdrawal: 'Withdrawals under way' } as const

function WaysOfMoney() {
  const [address, setAddress] = useSearchParams()
  const kind = operationKinds.find((kind) => kind === address.get('kind')) ?? 'withdrawal'
  return (
    <>
      <SelectField
        label="What is under way"
        placeholder="Choose"
        dense
        className="mt-4 w-80 max-w-full"
        value={kind}
        onChange={({ currentTarget }) => setAddress({ view: 'way', kind: currentTarget.value })}
        options={operationKinds.map((value) => ({ value, label: wayNames[value] }))}
      />
      <PagedTable
        call={listUnderWay}
        inputOf={(page) => ({ kind, ...page })}
        pageOf={({ operations, next }) => [operations, next]}
        cursor="after"
        keep={{ view: 'way', kind }}
        more="Later ones"
        name={wayNames[kind]}
        keyOf={({ transaction }) => transaction}
        empty="None is under way."
        columns={underWayColumns}
      />
    </>
  )
}

const underWayColumns: readonly Column<UnderWay>[] = [
  { head: 'Since', text: ({ at }) => when(at) },
  playerColumn,
  { head: 'Amount', text: ({ amount }) => fkr(amount), right: true },
  { head: 'Fee', text: ({ fee }) => (fee === 0n ? '–' : fkr(fee)), right: true },
  { head: 'State', text: ({ state }) => state },
  {
    head: 'Address',
    text: ({ address }) => address,
    show: ({ address }) => <span className="wrap-anywhere">{address}</span>,
  },
  { head: 'Transaction id', text: ({ transaction }) => transaction },
]

function Unmatched({ mayPay }: { mayPay: boolean }) {
  const transfers = useCall(listUnmatched)
  const explain: ButtonColumn<UnmatchedTransfer> = {
    head: 'Decide',
    show: ({ hash, amount, sender, receiver }) => (
      <ActButton
        act={explainTransfer}
        about={fkr(amount)}
        id={hash}
        fields={
          <div className="mt-3">
            <Facts
              facts={[
                ['From', sender],
                ['To', receiver],
                ['Chain transaction', hash],
              ]}
            />
          </div>
        }
        inputOf={(reason) => ({ hash, reason })}
      />
    ),
  }
  return (
    <Loaded query={transfers}>
      {(rows) => (
        <Table
          name="Unmatched transfers"
          rows={rows}
          keyOf={({ hash, sender, receiver, amount }) => `${hash} ${sender} ${receiver} ${amount}`}
          empty="Each transfer of the house belongs to a deposit or a withdrawal, or is explained."
          columns={mayPay ? [...transferColumns, explain] : transferColumns}
        />
      )}
    </Loaded>
  )
}

const transferColumns: readonly Column<UnmatchedTransfer>[] = [
  { head: 'Block', text: ({ block }) => String(block), right: true },
  { head: 'Amount', text: ({ amount }) => fkr(amount), right: true },
  idColumn('Player', ({ player }) => player),
  ...(['sender', 'receiver', 'hash'] as const).map(
    (what): Column<UnmatchedTransfer> => ({
      head: { sender: 'From', receiver: 'To', hash: 'Chain transaction' }[what],
      text: (row) => row[what],
      show: (row) => <span className="wrap-anywhere">{row[what]}</span>,
    }),
  ),
]
