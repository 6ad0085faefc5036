import type { ReactNode } from 'react'
import { Art, type ArtName } from './art.tsx'
import { Card } from './card.tsx'

/** An empty list: a plant, the message, at most one action. */
export function EmptyState({
  message,
  hint,
  action,
  picture = 'potted-plant',
}: {
  message: string
  hint?: string
  action?: ReactNode
  picture?: ArtName
}) {
  return (
    <Card className="flex flex-col items-center p-3 text-center">
      <Art name={picture} size={50} />
      <p className="mt-1 text-row">{message}</p>
      {hint && <p className="mt-0.5 text-sm text-ink2">{hint}</p>}
      {action && <div className="mt-2 mb-0.5">{action}</div>}
    </Card>
  )
}

/** `EmptyState` in one row, for a section with little room: as high as a row on its way. */
export function EmptyRow({ message }: { message: string }) {
  return (
    <Card className="flex min-h-15.5 items-center gap-3 px-3.5 py-2.5">
      <Art name="potted-plant" size={32} />
      <span className="text-ink2">{message}</span>
    </Card>
  )
}
