import type { ActivityRow, Game } from '@pipkin/contract'
import type { Money } from '@pipkin/money'
import { clockText } from '../../browser/dates.ts'
import { MoneyAndWorth } from '../../forms/worth.tsx'
import { lookOf, nameInUrl } from '../../games/games.ts'
import { Art } from '../../ui/art.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { ListRow } from '../../ui/list.tsx'
import { Tag } from '../../ui/tag.tsx'
import { activityLook } from './activity-look.ts'

/** A round, which links to its proof or, while it is open, to its game. */
export function ActivityLine({ row, game }: { row: ActivityRow; game: Game | undefined }) {
  const { label, tone, icon: Icon } = activityLook(row)
  const { tint, art } = lookOf(game ? nameInUrl(game) : '')
  const to = row.status === 'Pending' ? game?.path : `/fairness/${row.transactionId}`
  return (
    <ListRow
      {...(to !== undefined && { to })}
      start={
        <IconTile tint={tint} size="lg">
          <Art name={art} size={28} />
        </IconTile>
      }
      title={row.gameName}
      note={
        <>
          {clockText(row.placedAt)} ·{' '}
          <span className="inline-block max-w-full">
            bet <Figure of={row.stake} />
            &nbsp;·
          </span>{' '}
          <span className="inline-block max-w-full">
            return <Figure of={row.payout} />
          </span>
        </>
      }
      end={
        <span className="flex max-w-full shrink-0 flex-col items-end gap-0.5">
          <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
            {label}
          </Tag>
          {row.gain > 0n && (
            <span className="text-right text-cap text-ink2">
              total win <Figure of={row.gain} />
            </span>
          )}
        </span>
      }
    />
  )
}

const Figure = ({ of }: { of: Money }) => (
  <b className="font-680 text-ink">
    <MoneyAndWorth of={of} />
  </b>
)
