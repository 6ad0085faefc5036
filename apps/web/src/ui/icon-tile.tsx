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

/** Not in rem: an icon doesn't grow with the text, which needs the room. */
const sizes = {
  xs: 'size-[36px] rounded-sm',
  sm: 'size-[38px] rounded-sm',
  md: 'size-[42px] rounded-tile',
  lg: 'size-[46px] rounded-tile',
  xl: 'size-[56px] rounded-[18px]',
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
