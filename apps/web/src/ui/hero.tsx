import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type DripShape, edgeDrip, wideDrip } from './drips.ts'

/** The glaze's lower edge alone; it lies over what follows it. */
export function Drip({
  shape: { width, height, path },
  className,
}: {
  shape: DripShape
  className?: string | undefined
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      className={cx('pointer-events-none relative z-1 -mt-px block shrink-0', className)}
    >
      <path d={path} className="fill-glaze" />
    </svg>
  )
}

/**
 * The glazed head of home, account, login and processing: content on petrol with pips, and the drip
 * below.
 */
export function Hero({
  children,
  className = 'px-4.5 pt-4 pb-1.5 wide:w-page wide:px-0',
  drip,
}: {
  children: ReactNode
  className?: string
  /** The drip's shape; by default the edge, which is wider on a desktop. */
  drip?: DripShape
}) {
  return (
    <>
      <header className="glazed shrink-0">
        <div className={cx('mx-auto w-full', className)}>{children}</div>
      </header>
      <Drip shape={drip ?? edgeDrip} className={drip ? undefined : 'wide:hidden'} />
      {!drip && <Drip shape={wideDrip} className="hidden wide:block" />}
    </>
  )
}
