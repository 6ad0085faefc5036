import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type Tone, toneTint } from './tone.ts'

/** A small label: always a word, and an icon (14 px) where it is a status. */
export function Tag({
  tone,
  icon,
  children,
}: {
  tone: Tone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex h-6 shrink-0 items-center gap-1 rounded-xs px-2 text-cap font-640 whitespace-nowrap',
        toneTint[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}
