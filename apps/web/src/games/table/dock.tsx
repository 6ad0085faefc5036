import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { type Figure, Figures } from '../../ui/figures.tsx'

/** What the dock shows at one moment: the status, three figures, one main button. */
export interface DockContent {
  /** In front of the title, 46 px. */
  readonly tile?: ReactNode
  readonly title: string
  /** At the right of the title, where it stands in one line. */
  readonly end?: ReactNode
  readonly note?: string
  /** Between status and figures. */
  readonly meter?: ReactNode
  readonly figures: readonly Figure[]
  /** Only where the return is more than the stake. */
  readonly won?: boolean
  readonly action: DockAction | null
  /** Below the button, instead of the link that stands there. */
  readonly foot?: ReactNode
}

interface DockAction {
  readonly label: string
  readonly onPress: () => void
  readonly busy?: boolean
  readonly disabled?: boolean
}

/**
 * One dock for all games. The button stays the same one, so that the focus stays on it from bet to
 * bet.
 */
export function Dock({ content, look }: { content: DockContent; look: ButtonLook }) {
  const { tile, title, end, note, meter, figures, won, action, foot } = content
  return (
    <section
      aria-label="Round"
      className="mt-auto shrink-0 rounded-t-2xl bg-surface px-4.5 pt-4.5 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--line),0_-8px_28px_rgba(60,44,16,.07)] desk:mt-4 desk:rounded-2xl desk:pb-4 desk:shadow-e1 [@media(min-height:700px)]:sticky [@media(min-height:700px)]:bottom-0 [@media(min-height:700px)]:desk:static"
    >
      <div className={cx('flex items-center gap-3', tile ? 'mb-3 min-h-11.5' : 'mb-2.5')}>
        {tile}
        <div className="min-w-0 grow">
          <h2 className="text-[1.1875rem] leading-5.75 font-[730] tracking-[-0.014em]">{title}</h2>
          {note !== undefined && <p className="text-sm text-ink2">{note}</p>}
        </div>
        {end}
      </div>
      {meter}
      <Figures figures={figures} won={won ?? false} />
      {action && (
        <Button
          look={look}
          size="tall"
          className="mt-3.5"
          busy={action.busy ?? false}
          disabled={action.disabled ?? false}
          onClick={action.onPress}
        >
          {action.label}
        </Button>
      )}
      {foot}
    </section>
  )
}
