import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface Figure {
  label: string
  value: ReactNode
  tone?: 'win' | 'loss'
}

/**
 * Three figures side by side, or below each other where text is large: Stake, Return, Net. `won`
 * tints the whole, only where the return is more than the stake.
 */
export function Figures({ figures, won }: { figures: readonly Figure[]; won?: boolean }) {
  return (
    <dl
      className={cx(
        'abreast rounded-md py-2.5 text-center',
        won ? 'bg-win-tint *:border-win/25' : 'bg-sunken *:border-line',
      )}
    >
      {figures.map(({ label, value, tone }) => (
        <div key={label} className="@container min-w-0 px-1 [overflow-wrap:anywhere]">
          <dt className={cx('text-cap', won ? 'text-win' : 'text-ink2')}>{label}</dt>
          <dd
            className={cx(
              'text-[1.1875rem] leading-6 font-[730] tracking-[-0.014em]',
              // So that a long amount stays in one line.
              typeof value === 'string' && value.length > 7 && '@max-[5.5rem]:text-sm',
              tone === 'win' && 'text-win',
              tone === 'loss' && 'text-loss',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
