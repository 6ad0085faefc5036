import { cx } from './cx.ts'

interface PartBarProps {
  /** How much is reached, from 0 to 1. */
  part: number
  fill: string
  className?: string
}

/** How much of something is reached. Decorative: the words beside it carry it. */
export const PartBar = ({ part, fill, className }: PartBarProps) => (
  <span
    aria-hidden
    className={cx('block h-1.5 overflow-hidden rounded-full bg-sunken lined', className)}
  >
    <span
      style={{ width: `${part * 100}%` }}
      className={cx('block h-full rounded-full transition-[width] duration-(--t-base)', fill)}
    />
  </span>
)
