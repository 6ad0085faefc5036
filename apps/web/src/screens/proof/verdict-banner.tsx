import type { Verdict } from '@pipkin/games/verify'
import { BadgeAlert, BadgeCheck } from 'lucide-react'
import { cx } from '../../ui/cx.ts'

export function VerdictBanner({ verdict }: { verdict: Verdict }) {
  const { ok, steps } = verdict
  const wrong = steps.filter((step) => !step.ok).length
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
        <h2 className="text-h3 font-[730]">
          {ok ? 'This round checks out' : 'This round does not check out'}
        </h2>
        <p className="text-sm text-ink2">
          {ok
            ? 'Recomputed in your browser just now.'
            : `${wrong} of ${steps.length} checks ${wrong === 1 ? 'fails' : 'fail'}, named below.`}
        </p>
      </div>
    </div>
  )
}
