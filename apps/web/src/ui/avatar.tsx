import { cx } from './cx.ts'

const tints = [
  'bg-slot text-slot-ink',
  'bg-guess text-guess-ink',
  'bg-mines text-mines-ink',
  'bg-ttt text-ttt-ink',
] as const
const sizes = {
  30: 'size-7.5 text-sm',
  40: 'size-10 text-[1.0625rem]',
  46: 'size-11.5 text-h2',
  52: 'size-13 text-h2',
  64: 'size-16 text-[1.75rem]',
}

/** A photo, or the initial. `tint` 0–3 colours others; the player's own is clay. Decorative: the name stands beside it. */
export function Avatar({
  name,
  src,
  size = 40,
  tint,
  className,
}: {
  name: string
  src?: string | undefined
  size?: keyof typeof sizes
  tint?: number
  className?: string
}) {
  const look = cx('shrink-0 rounded-full', sizes[size], className)
  if (src) return <img src={src} alt="" className={cx(look, 'object-cover')} />
  const colour = tint === undefined ? 'bg-clay-tint text-clay-ink' : tints[tint % tints.length]
  return (
    <span aria-hidden className={cx(look, 'grid place-items-center font-750', colour)}>
      {name.trim().charAt(0).toUpperCase()}
    </span>
  )
}
