import {
  type ListedKind,
  type MoneyPeriod,
  type MoneyUnit,
  type moments,
  readMoney,
} from '@pipkin/contract/desk'
import { type Money as Amount, moneyText } from '@pipkin/money'
import { useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { everyPage, useCall } from '../call.ts'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Plot } from '../parts/plot.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { NextPage } from '../parts/views.tsx'

/** What the house took and gave by day or month, in all and of each game. */
export function Periods({ by }: { by: MoneyUnit }) {
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
    <div className="plot-pairs">
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
export const shownStart = (by: MoneyUnit, start: string) =>
  by === 'day' ? start : start.slice(0, 7)

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
