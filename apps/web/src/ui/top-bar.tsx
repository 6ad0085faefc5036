import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

export interface TopBarProps {
  title: ReactNode
  /** Without it there is no Back. */
  onBack?: (() => void) | undefined
  /** The right slot: icon buttons, a pill. */
  end?: ReactNode
}

/** The head of a screen; its `h1` takes the focus when the route changes. */
export function TopBar({ title, onBack, end }: TopBarProps) {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-2.5 px-3.5 pt-3.5 pb-2.5">
      {onBack && (
        <IconButton label="Back" outlined onClick={onBack}>
          <ArrowLeft size={21} aria-hidden />
        </IconButton>
      )}
      <h1 tabIndex={-1} className="min-w-min grow basis-0 text-bar">
        {title}
      </h1>
      {end}
    </header>
  )
}
