import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import { IconTile } from '../../../ui/icon-tile.tsx'
import type { Tone } from '../../../ui/tone.ts'

export interface StateCardProps {
  tone: Tone
  /** 20 px. */
  icon: ReactNode
  title: ReactNode
  note?: ReactNode
  /** What the player can do about it. */
  end?: ReactNode
  role?: 'alert' | 'status'
  /** Makes the whole card a button; its `end` is then only drawn like one. */
  onPress?: () => void
}

const look =
  'flex w-full flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-lg bg-surface px-3.5 py-2.75 text-left shadow-e1'

/** The state of a wallet: a tile, the state, what it means, one action. */
export function StateCard({ tone, icon, title, note, end, role, onPress }: StateCardProps) {
  const inside = (
    <>
      {/* As in a row of a list: where texts are large, the action goes below. */}
      <span className="flex min-w-0 grow basis-34 flex-wrap items-center gap-x-3 gap-y-1">
        <IconTile tone={tone}>{icon}</IconTile>
        <span className="min-w-0 grow basis-24 [overflow-wrap:anywhere]">
          <span className="block text-row">{title}</span>
          {note !== undefined && (
            <span className="mt-0.5 block text-cap leading-4.25 text-ink2">{note}</span>
          )}
        </span>
      </span>
      {end}
    </>
  )
  // What has just gone wrong must be in sight.
  const alarm = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (role === 'alert') alarm.current?.scrollIntoView({ block: 'nearest' })
  }, [role])
  if (!onPress)
    return (
      <div ref={alarm} role={role} className={cx(look, 'scroll-my-16')}>
        {inside}
      </div>
    )
  return (
    <button type="button" onClick={onPress} className={look}>
      {inside}
    </button>
  )
}
