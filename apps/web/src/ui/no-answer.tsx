import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'

const safe = 'Your last try got no answer. Trying again is safe: it is done once.'

/** Shown before an unanswered request is repeated: what is known of it. */
export function NoAnswer({ children = safe }: { children?: ReactNode }) {
  return (
    <p role="status" className="mt-3 flex items-start gap-2 px-0.5 text-sm text-pending">
      <CircleHelp size={17} aria-hidden className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
