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
  phone: 'wide:w-210 wide:grid-cols-[30rem_20.25rem]',
  game: 'wide:w-240 wide:grid-cols-[32.5rem_minmax(0,1fr)]',
  wide: 'wide:w-page wide:grid-cols-[minmax(0,1fr)_20.25rem]',
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
          'flex w-full grow flex-col wide:mx-auto wide:pb-10',
          rail === null ? 'wide:w-120' : 'wide:grid wide:grow-0 wide:items-start wide:gap-9',
          rail !== null && columns[width],
        )}
      >
        <div className={cx('flex min-w-0 grow flex-col', className)}>{children}</div>
        {rail !== null && (
          <aside className={cx('hidden min-w-0 wide:block', Boolean(hero) && 'wide:-mt-2.5')}>
            {rail}
          </aside>
        )}
      </div>
    </>
  )
}
