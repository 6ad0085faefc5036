import { type ActivityRow, listTodayActivity, totalActivity } from '@pipkin/contract'
import { subtract } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { callQuery, gamesQuery } from '../../api/queries.ts'
import { clockText, isoDay, timeZone } from '../../browser/dates.ts'
import { MoneyAndWorth } from '../../forms/worth.tsx'
import { lookOf, nameInUrl } from '../../games/games.ts'
import { Art } from '../../ui/art.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { IconTile } from '../../ui/icon-tile.tsx'
import { Link } from '../../ui/link.tsx'
import { TextLink } from '../../ui/text-button.tsx'

/** The last five settled rounds of today, in the right column of wide screens; empty if none. */
export default function LastResults({ playerId }: { playerId: number }) {
  const today = { player: playerId, timeZone: timeZone(), limit: 10 }
  const rounds = useQuery(callQuery(listTodayActivity, today)).data?.rounds ?? []
  const settled = rounds.filter(({ status }) => status !== 'Pending').slice(0, 5)
  const day = isoDay(new Date())
  const wholeDay = { player: playerId, from: day, to: day, timeZone: timeZone() }
  const totals = useQuery(callQuery(totalActivity, wholeDay)).data
  if (settled.length === 0) return null
  return (
    <Card className="mt-3.5 px-4.5 pt-4 pb-2">
      <div className="mb-2 flex items-center justify-between">
        <h2 className="text-h3 font-720">Last results</h2>
        <TextLink to="/activities" className="-my-2.5 py-2.5 text-sm">
          All
        </TextLink>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {settled.map((round) => (
          <li key={round.transactionId}>
            <Result round={round} />
          </li>
        ))}
      </ul>
      {totals && (
        <p className="flex justify-between border-t border-line pt-2.5 pb-1 text-sm">
          <span className="text-ink2">
            Today, net of {totals.rounds} {totals.rounds === 1 ? 'round' : 'rounds'}
          </span>
          <b className="font-680">
            <MoneyAndWorth of={totals.net} signed />
          </b>
        </p>
      )}
    </Card>
  )
}

function Result({ round }: { round: ActivityRow }) {
  const game = useQuery(gamesQuery()).data?.find(({ name }) => name === round.gameName)
  const { tint, art } = lookOf(game ? nameInUrl(game) : '')
  const net = subtract(round.payout, round.stake)
  return (
    <Link to={`/fairness/${round.transactionId}`} className="flex min-h-12.5 items-center gap-3">
      <IconTile tint={tint} size="xs">
        <Art name={art} size={23} />
      </IconTile>
      <span className="min-w-0 grow">
        <span className="block text-[0.9375rem] leading-5 font-640">{round.gameName}</span>
        <span className="block text-cap text-ink2">
          {clockText(round.placedAt)}, stake <MoneyAndWorth of={round.stake} />
        </span>
      </span>
      <span className={cx('font-700', net > 0n && 'text-win', net < 0n && 'text-loss')}>
        <MoneyAndWorth of={net} signed />
      </span>
    </Link>
  )
}
