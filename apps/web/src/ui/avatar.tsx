import { useState } from 'react'
import { cx } from './cx.ts'

const tints = [
  'bg-rose text-rose-ink',
  'bg-sky text-sky-ink',
  'bg-leaf text-leaf-ink',
  'bg-peach text-peach-ink',
] as const
const sizes = {
  30: 'size-7.5 text-sm',
  40: 'size-10 text-[1.0625rem]',
  46: 'size-11.5 text-h2',
  52: 'size-13 text-h2',
  64: 'size-16 text-[1.75rem]',
  96: 'size-24 text-[2.5rem]',
  104: 'size-26 text-[2.75rem]',
}

/** px */
export type AvatarSize = keyof typeof sizes

/**
 * A photo, or the initial where there is none or it can't be loaded. `tint` colours others; the
 * player's own is clay. Decorative: the name stands beside it.
 */
export function Avatar({
  name,
  src,
  size = 40,
  tint,
  className,
}: {
  name: string
  src?: string | undefined
  size?: AvatarSize | undefined
  tint?: number
  className?: string | undefined
}) {
  const [missing, setMissing] = useState<string>()
  const look = cx('shrink-0 rounded-full', sizes[size], className)
  if (src && src !== missing)
    return (
      <img src={src} alt="" onError={() => setMissing(src)} className={cx(look, 'object-cover')} />
    )
  // Not `charAt`: 𠮷 is one letter, though JavaScript counts two.
  const [initial = ''] = name.trim()
  const colour = tint === undefined ? 'bg-clay-tint text-clay-ink' : tints[tint % tints.length]
  return (
    <span aria-hidden className={cx(look, 'grid place-items-center font-750', colour)}>
      {initial.toUpperCase()}
    </span>
  )
}
