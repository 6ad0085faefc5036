import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { StandardRail } from './standard-rail.tsx'

export interface ScreenProps {
  /** The glazed head, as wide as the window. */
  hero?: ReactNode
  /** The right column from 1100 px; null for none: then one centred column of 480. */
  rail?: ReactNode
  /**
   * `wide` gives the left column 760 px, `game` 520. Below 1100 px all are one column of at most
   * 480.
   */
  width?: 'phone' | 'game' | 'wide'
  className?: string
  children: ReactNode
}

const columns = {
  phone: 'desk:w-210 desk:grid-cols-[30rem_20.25rem]',
  game: 'desk:w-240 desk:grid-cols-[32.5rem_minmax(0,1fr)]',
  wide: 'desk:w-280 desk:grid-cols-[minmax(0,1fr)_20.25rem]',
}

/** The frame of a screen: one column on a phone, with the right rail beside it from 1100 px. */
export function Screen({
  hero,
  rail = <StandardRail />,
  width = 'phone',
  className,
  children,
}: ScreenProps) {
  return (
    <>
      {hero}
      <div
        className={cx(
          'flex w-full grow flex-col desk:mx-auto desk:pb-10',
          rail === null ? 'desk:w-120' : 'desk:grid desk:grow-0 desk:items-start desk:gap-9',
          rail !== null && columns[width],
        )}
      >
        <div className={cx('flex min-w-0 grow flex-col', className)}>{children}</div>
        {rail !== null && <aside className="hidden min-w-0 desk:block">{rail}</aside>}
      </div>
    </>
  )
}
