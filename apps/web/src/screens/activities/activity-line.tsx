import type { ActivityRow, Game } from '@pipkin/contract'
import { moneyFromAnswer, moneyText } from '@pipkin/money'
import { lookOf, nameInUrl } from '../../games/games.ts'
import { Art } from '../../ui/art.tsx'
import { clockText } from '../../ui/dates.ts'
import { IconTile } from '../../ui/icon-tile.tsx'
import { ListRow } from '../../ui/list.tsx'
import { Tag } from '../../ui/tag.tsx'
import { activityLook } from './activity-look.ts'

/** A round: its proof is one tap away, or the round itself while it is open. */
export function ActivityLine({ row, game }: { row: ActivityRow; game: Game | undefined }) {
  const { label, tone, icon: Icon } = activityLook(row)
  const { world, art } = lookOf(game ? nameInUrl(game) : '')
  const to = row.Status === 'Pending' ? game?.GameUrl : `/fairness/${row.Transaction_Id}`
  return (
    <ListRow
      {...(to !== undefined && { to })}
      start={
        <IconTile world={world} size="lg">
          <Art name={art} size={28} />
        </IconTile>
      }
      title={row.Game_Name}
      note={
        <>
          <span className="whitespace-nowrap">
            {clockText(row.DateTime)} · bet <Figure of={row.Bet_Amt} /> ·
          </span>{' '}
          <span className="whitespace-nowrap">
            return <Figure of={row.Return_Amt} />
          </span>
        </>
      }
      end={
        <span className="flex shrink-0 flex-col items-end gap-0.5">
          <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
            {label}
          </Tag>
          {row.TotalWin > 0 && (
            <span className="text-cap text-ink2">
              total win <Figure of={row.TotalWin} />
            </span>
          )}
        </span>
      }
    />
  )
}

const Figure = ({ of }: { of: number }) => (
  <b className="font-680 text-ink">{moneyText(moneyFromAnswer(of))}</b>
)
