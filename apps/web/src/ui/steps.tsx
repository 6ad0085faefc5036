import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { IconTile } from './icon-tile.tsx'
import { Spinner } from './spinner.tsx'

export interface Step {
  title: string
  note?: ReactNode
  state: 'done' | 'current' | 'todo' | 'failed'
  end?: ReactNode
}

const marks = {
  done: { tone: 'win', icon: <Check size={20} /> },
  current: { tone: 'info', icon: <Spinner /> },
  failed: { tone: 'loss', icon: <CircleAlert size={20} /> },
} as const

/** The steps of a process and their states. Changes are announced politely. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <Card className="px-4 py-1">
      <ol aria-live="polite" className="divide-y divide-line">
        {steps.map((step, index) => {
          const mark =
            step.state === 'todo' ? { tone: 'mute' as const, icon: index + 1 } : marks[step.state]
          return (
            <li
              key={step.title}
              aria-current={step.state === 'current' ? 'step' : undefined}
              className="flex min-h-15.5 items-center gap-3"
            >
              <IconTile tone={mark.tone} round>
                {mark.icon}
              </IconTile>
              <div className="min-w-0 grow">
                <div className="text-row">{step.title}</div>
                {step.note && <div className="text-cap text-ink2">{step.note}</div>}
              </div>
              {step.end}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** What will happen, before it does: small numbers, a bold word and the rest of the sentence. */
export function NumberedList({ items }: { items: readonly { title: string; note: string }[] }) {
  return (
    <ol className="mt-2">
      {items.map(({ title, note }, index) => (
        <li key={title} className="flex min-h-9.5 items-center gap-2.5 text-sm">
          <span
            aria-hidden
            className="grid size-6.5 shrink-0 place-items-center rounded-full bg-surface font-720"
          >
            {index + 1}
          </span>
          <span>
            <b className="font-680">{title}</b> <span className="text-ink2">{note}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
