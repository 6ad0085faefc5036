import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { drips } from './drips.ts'

export type DripName = keyof typeof drips

/** The glaze's lower edge alone; it lies over what follows it. */
export function Drip({
  kind = 'edge',
  className,
}: {
  kind?: DripName
  className?: string | undefined
}) {
  const { width, height, path } = drips[kind]
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
  className = 'px-4.5 pt-4 pb-1.5 desk:w-280 desk:px-0',
  drip = 'edge',
}: {
  children: ReactNode
  className?: string
  drip?: DripName
}) {
  return (
    <>
      <header className="glazed shrink-0">
        <div className={cx('mx-auto w-full', className)}>{children}</div>
      </header>
      <Drip kind={drip} className={drip === 'edge' ? 'desk:hidden' : undefined} />
      {drip === 'edge' && <Drip kind="wide" className="hidden desk:block" />}
    </>
  )
}
