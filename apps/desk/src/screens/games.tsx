import {
  type GameReturn,
  type GameRound,
  listGameRounds,
  listReturns,
  moments,
  spans,
} from '@pipkin/contract/desk'
import { moneyText, signedMoneyText, subtract } from '@pipkin/money'
import { useParams, useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import type { Tone } from '../../../web/src/ui/tone.ts'
import { everyPage, type ReadRows, useCall } from '../call.ts'
import { DeskLink } from '../parts/desk-link.tsx'
import { when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { PlayerLink } from '../parts/player-link.tsx'
import { RoundLink } from '../parts/round-link.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { NextPage, Views } from '../parts/views.tsx'

const spanViews = [
  { view: 'all', name: 'All time' },
  { view: 'month', name: 'By month' },
  { view: 'day', name: 'By day' },
] as const
const spanOf = (text: string | null) => spans.find((span) => span === text) ?? 'all'

const momentNames = { placed: 'Placed', ended: 'Ended', open: 'Open now' } as const

const verdicts: Readonly<Record<GameReturn['verdict'], readonly [text: string, tone: Tone]>> = {
  within: ['as it should', 'win'],
  above: ['returns too much', 'loss'],
  below: ['returns too little', 'loss'],
  few: ['too few rounds', 'mute'],
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`

/** What each game returned against what it should; the span and the game are in the address. */
export function Games({ mayOffer, maySee }: { mayOffer: boolean; maySee: boolean }) {
  const [address] = useSearchParams()
  const span = spanOf(address.get('span'))
  const game = address.get('game')
  const cursor = address.get('after') ?? undefined
  const asked = { span, game: game === null ? undefined : Number(game) }
  const page = useCall(listReturns, { ...asked, cursor, limit: 50 })
  const all = everyPage(
    listReturns,
    (page) => ({ ...asked, ...page }),
    ({ returns, next }) => [returns, next],
  )
  const search = (changed: Readonly<Record<string, string>>) =>
    `?${new URLSearchParams({ span, ...(game !== null && { game }), ...changed })}`
  return (
    <>
      <Heading name="Games" />
      <Views label="Span" views={spanViews} shown={span} to={(span) => search({ span })} />
      <Loaded query={page}>
        {({ returns, next, games }) => (
          <>
            <Card className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3">
              <span className="text-sm text-ink2">
                {mayOffer ? 'Settings and drafts' : 'Offered'}
              </span>
              {games.map(({ game, name, live, retired }) => (
                <span key={game} className="flex items-center gap-2">
                  {mayOffer ? (
                    <DeskLink to={`/games/${game}`} className="font-620">
                      {name}
                    </DeskLink>
                  ) : (
                    <span className="font-620">{name}</span>
                  )}
                  {retired ? (
                    <Tag tone="mute">retired</Tag>
                  ) : (
                    !live && <Tag tone="pending">off</Tag>
                  )}
                </span>
              ))}
            </Card>
            <Returns returns={returns} all={all} span={span} maySee={maySee} />
            <NextPage next={next} keep={{ span, game: game ?? undefined }} name="after">
              The next ones
            </NextPage>
            <p className="mt-4 max-w-[48rem] text-sm text-ink2">
              Ended rounds, by the day on which they ended (UTC). The band holds 999 of 1,000 honest
              results of best play. Players who play worse get less, so too little is a verdict only
              where there is nothing to choose.
            </p>
          </>
        )}
      </Loaded>
    </>
  )
}

interface ReturnsProps {
  returns: readonly GameReturn[]
  all: ReadRows<GameReturn>
  span: string
  maySee: boolean
}

function Returns({ returns, all, span, maySee }: ReturnsProps) {
  return (
    <Table
      name="Returns"
      rows={returns}
      keyOf={({ game, rulesHash, since }) => `${since} ${game} ${rulesHash}`}
      empty="No round has ended yet."
      all={all}
      columns={returnColumns(span, maySee)}
    />
  )
}

/** The rounds that a return is made of. */
const roundsOf = (span: string, { game, rulesHash, since }: GameReturn) =>
  `/games/${game}/rounds?${new URLSearchParams({
    of: 'ended',
    rules: rulesHash,
    ...(since !== null && { span, since }),
  })}`

const returnColumns = (span: string, maySee: boolean): readonly Column<GameReturn>[] => [
  ...(span === 'all' ? [] : [{ head: 'Since', text: ({ since }: GameReturn) => since ?? '' }]),
  { head: 'Game', text: ({ name }) => name },
  {
    head: 'Rules',
    text: ({ rulesHash }) => rulesHash,
    show: ({ rulesHash, current }) => (
      <span className="whitespace-nowrap">
        <code title={rulesHash}>{rulesHash.slice(0, 8)}</code> {current ? 'now' : 'before'}
      </span>
    ),
  },
  {
    head: 'Rounds',
    text: ({ rounds }) => String(rounds),
    show: (row) => <DeskLink to={roundsOf(span, row)}>{row.rounds.toLocaleString('en')}</DeskLink>,
    right: true,
  },
  { head: 'Players', text: ({ players }) => String(players), right: true },
  { head: 'Staked', text: ({ staked }) => moneyText(staked), right: true },
  { head: 'Returned', text: ({ returned }) => moneyText(returned), right: true },
  {
    head: 'Kept',
    text: ({ staked, returned }) => signedMoneyText(subtract(staked, returned)),
    right: true,
  },
  { head: 'Actual', text: ({ actual }) => percent(actual), right: true },
  { head: 'Exact', text: ({ exact }) => percent(exact), right: true },
  {
    head: 'Band of 99.9 %',
    text: ({ low, high }) => `${percent(low)} to ${percent(high)}`,
    show: (row) => <BandMark row={row} />,
  },
  {
    head: 'Verdict',
    text: ({ verdict }) => verdicts[verdict][0],
    show: ({ verdict }) => <Tag tone={verdicts[verdict][1]}>{verdicts[verdict][0]}</Tag>,
  },
  {
    head: 'Largest return',
    text: ({ top }) => (top ? moneyText(top.payout) : '–'),
    show: ({ top }) =>
      top ? (
        <>
          <RoundLink replay={top.replay}>{moneyText(top.payout)}</RoundLink>
          {/* Far enough from the link above it for a finger. */}
          <span className="mt-1 block">
            to {maySee ? <PlayerLink player={top.player} /> : top.player}
          </span>
        </>
      ) : (
        '–'
      ),
    right: true,
  },
]

/** The band as a bar, and where in it the actual return lies. */
function BandMark({ row: { actual, exact, low, high, verdict } }: { row: GameReturn }) {
  // The bar is four half bands wide; a return beyond it is drawn at its edge.
  const half = Math.max(high - exact, 1e-9)
  const place = Math.min(Math.max(60 + ((actual - exact) / half) * 30, 4), 116)
  const isWrong = verdict === 'above' || verdict === 'below'
  return (
    <span className="flex flex-col gap-1 whitespace-nowrap">
      {percent(low)} to {percent(high)}
      <svg width="120" height="10" viewBox="0 0 120 10" aria-hidden="true">
        <rect x="0" y="4" width="120" height="2" rx="1" className="fill-line" />
        <rect x="30" y="2" width="60" height="6" rx="3" className="fill-win-tint" />
        <circle cx={place} cy="5" r="4" className={isWrong ? 'fill-loss' : 'fill-ink'} />
      </svg>
    </span>
  )
}

/** Rounds of one game or of all, newest first. The address has the filters. */
export function GameRounds({ maySee }: { maySee: boolean }) {
  const { game = 'all' } = useParams()
  const [address] = useSearchParams()
  const rulesHash = address.get('rules') ?? undefined
  const of = moments.find((moment) => moment === address.get('of')) ?? 'placed'
  const since = address.get('since') ?? undefined
  const span = spanOf(address.get('span'))
  const names = useCall(listReturns, { span: 'all', limit: 1 })
  const nameOf = (id: number) =>
    names.data?.games.find(({ game }) => game === id)?.name ?? `game ${id}`
  return (
    <>
      <p>
        <DeskLink to={`/games?${new URLSearchParams({ span })}`}>Games</DeskLink>
      </p>
      <Heading
        name={game === 'all' ? 'Rounds of all games' : `Rounds of ${nameOf(Number(game))}`}
      />
      <p className="mt-1 text-sm wrap-anywhere text-ink2">
        {since ? `${momentNames[of]} in the ${span} from ${since} (UTC)` : momentNames[of]}
        {rulesHash && `, by the rules ${rulesHash}`}, the newest first
      </p>
      <PagedTable
        call={listGameRounds}
        inputOf={(page) => ({
          game: game === 'all' ? undefined : Number(game),
          rulesHash,
          of,
          span,
          since,
          ...page,
        })}
        pageOf={({ rounds, next }) => [rounds, next]}
        cursor="before"
        keep={{ ...Object.fromEntries(address), before: undefined }}
        more="Earlier ones"
        name="Rounds"
        keyOf={({ transaction }) => transaction}
        empty="There are none."
        columns={roundColumns(game === 'all' ? nameOf : null, maySee)}
      />
    </>
  )
}

/** `nameOf`: names each round's game, where there are rounds of several. */
const roundColumns = (
  nameOf: ((game: number) => string) | null,
  maySee: boolean,
): readonly Column<GameRound>[] => [
  { head: 'Placed', text: ({ placedAt }) => when(placedAt) },
  { head: 'Ended', text: ({ settledAt }) => when(settledAt) },
  ...(nameOf ? [{ head: 'Game', text: ({ game }: GameRound) => nameOf(game) }] : []),
  {
    head: 'Player',
    text: ({ player }) => String(player),
    show: ({ player }) => (maySee ? <PlayerLink player={player} /> : player),
  },
  { head: 'Stake', text: ({ stake }) => moneyText(stake), right: true },
  {
    head: 'Payout',
    text: ({ payout }) => (payout === null ? '–' : moneyText(payout)),
    right: true,
  },
  { head: 'Result', text: ({ status }) => status.replace('_', ' ') },
  {
    head: 'Transaction id',
    text: ({ transaction }) => transaction,
    show: ({ transaction, replay }) => <RoundLink replay={replay}>{transaction}</RoundLink>,
  },
]
