import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'

export interface BannerProps {
  to: string
  title?: string
  text: ReactNode
  /** What a press does, named. */
  action: string
  picture: ReactNode
  /** Its colours. */
  className: string
}

/** A card to swipe to; all of it is the link. From 1100 px there is room for all three. */
export const Banner = ({ to, title, text, action, picture, className }: BannerProps) => (
  <Link
    to={to}
    className={cx(
      className,
      'flex min-h-24 w-84 max-w-[calc(100vw-2.25rem)] shrink-0 snap-start items-center gap-3 overflow-hidden rounded-[1.375rem] px-3.5 py-2.75 outline-offset-[-2px] wide:min-h-34 wide:max-w-none wide:w-auto wide:flex-1',
    )}
  >
    <span className="min-w-0 grow">
      {title && <b className="block text-h3 text-ink">{title}</b>}
      <span className="block text-cap font-560">{text}</span>
      <span className="mt-1 inline-flex items-center gap-0.5 text-sm leading-4.5 font-720">
        {action}
        <ChevronRight size={16} aria-hidden />
      </span>
    </span>
    {picture}
  </Link>
)
