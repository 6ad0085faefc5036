import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type Tint, type Tone, tintFill, toneTint } from './tone.ts'

export interface IconTileProps {
  tone?: Tone
  tint?: Tint
  /** 36, 38, 42, 46 or 56 px. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  round?: boolean
  children: ReactNode
}

const sizes = {
  xs: 'size-9 rounded-sm',
  sm: 'size-9.5 rounded-sm',
  md: 'size-10.5 rounded-tile',
  lg: 'size-11.5 rounded-tile',
  xl: 'size-14 rounded-[1.125rem]',
}

/** The square at the left of a row: an icon on the tint of a status or of a game. Decorative. */
export function IconTile({ tone = 'mute', tint, size = 'md', round, children }: IconTileProps) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center',
        sizes[size],
        round && '!rounded-full',
        tint ? tintFill[tint] : toneTint[tone],
      )}
    >
      {children}
    </span>
  )
}
