import { BadgeAlert, BadgeCheck } from 'lucide-react'
import { cx } from './cx.ts'

interface VerdictBannerProps {
  ok: boolean
  title: string
  note: string
}

/** Whether something holds, said first and before its details. */
export function VerdictBanner({ ok, title, note }: VerdictBannerProps) {
  const Badge = ok ? BadgeCheck : BadgeAlert
  return (
    <div
      role="status"
      className={cx(
        'flex items-center gap-3 rounded-[1.375rem] px-4 py-3.25',
        ok ? 'bg-win-tint' : 'bg-loss-tint',
      )}
    >
      <Badge size={34} aria-hidden className={cx('shrink-0', ok ? 'text-win' : 'text-loss')} />
      <div className="min-w-0 grow">
        <h2 className="text-h3 font-[730]">{title}</h2>
        <p className="text-sm text-ink2">{note}</p>
      </div>
    </div>
  )
}
