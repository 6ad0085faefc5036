import type { ReactNode, RefObject } from 'react'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { type Figure, Figures } from '../../ui/figures.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { ToastSlot } from '../../ui/toast-host.tsx'
import { ignoreHeldKey } from '../bet/bet-frame.tsx'

/** What the dock shows at one moment: the status, three figures, one main button. */
export interface DockContent {
  /** 46 px, left of the title. */
  readonly tile?: ReactNode
  readonly title: string
  /** At the right of the title, if both fit in one line. */
  readonly end?: ReactNode
  readonly note?: string
  /** Between status and figures. */
  readonly meter?: ReactNode
  readonly figures: readonly Figure[]
  /** Only where the return is more than the stake. */
  readonly won?: boolean
  readonly action: DockAction | null
  /** A second button beside the main one. */
  readonly second?: DockAction | undefined
  /** Why no button can be pressed, shown in place of both. */
  readonly bar?: string | null
  /** Below the button, in place of the usual link. */
  readonly foot?: ReactNode
}

export interface DockAction {
  readonly label: ReactNode
  readonly onPress: () => void
  readonly busy?: boolean
  readonly disabled?: boolean
}

interface DockProps {
  content: DockContent
  look: ButtonLook
  frame: RefObject<HTMLElement | null>
  /**
   * Whether toasts appear over the dock's head, where there is no control; above the dock they
   * would cover the board. In a low window, in which the dock scrolls, they stay at the window's
   * foot until its head is in view.
   */
  toasts: boolean
}

/**
 * A bar at the foot of the window, or from 1100 px a card beside the board. It stays in view in
 * windows of at least 600 px height, or more where the browser's text is larger: else it would
 * cover the board. A taller dock scrolls with the page.
 */
const place =
  'mt-auto shrink-0 rounded-t-2xl bg-surface px-4.5 pt-4.5 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--line),0_-8px_28px_rgba(60,44,16,.07)] relative outline-none max-wide:bottom-0 wide:top-4 wide:z-10 wide:mb-3.5 wide:rounded-2xl wide:pb-4 wide:shadow-e1 [@media(min-height:37.5rem)]:sticky max-wide:[@media(max-height:43.75rem)]:pt-3 max-wide:[@media(max-height:43.75rem)]:pb-3'

/**
 * The dock of every game. Its main button is the same element from bet to bet, so it keeps the
 * focus. A key that is held down presses once.
 */
export function Dock({ content, look, frame, toasts }: DockProps) {
  const { tile, title, end, note, meter, figures, won, action, second, bar, foot } = content
  return (
    <div className="bottom-0 mt-auto contents shrink-0 max-wide:[@media(min-height:37.5rem)]:sticky max-wide:[@media(min-height:37.5rem)]:block">
      {toasts && (
        <ToastSlot className="sticky bottom-15 z-60 mx-2.5 h-0 [@media(min-height:37.5rem)]:absolute [@media(min-height:37.5rem)]:inset-x-0 [@media(min-height:37.5rem)]:top-2.5" />
      )}
      <section
        ref={frame}
        tabIndex={-1}
        aria-label="Round"
        className={place}
        onKeyDown={ignoreHeldKey}
      >
        <div className={cx('flex items-center gap-3', tile ? 'mb-3 min-h-11.5' : 'mb-2.5')}>
          {tile}
          <div className="min-w-0 grow">
            <h2 className="text-[1.1875rem] leading-5.75 font-[730] tracking-[-0.014em]">
              {title}
            </h2>
            {note !== undefined && <p className="text-sm text-ink2">{note}</p>}
          </div>
          {end}
        </div>
        {meter}
        <Figures figures={figures} won={won ?? false} />
        <div className="mt-3.5 flex gap-2.5 empty:hidden">
          {action && <DockButton look={look} {...action} />}
          {second && <DockButton look="line" {...second} />}
        </div>
        {bar && <Barred>{bar}</Barred>}
        {foot}
      </section>
    </div>
  )
}

const Barred = ({ children }: { children: ReactNode }) => (
  <p className="mt-3.5 rounded-md bg-info-tint px-3.5 py-2.75 text-sm font-640">
    {children}{' '}
    <TextLink to="/account/limits" className="-my-3 inline-block py-3">
      Limits and breaks
    </TextLink>
  </p>
)

const DockButton = ({ label, onPress, ...rest }: DockAction & { look: ButtonLook }) => (
  <Button size="tall" onClick={onPress} {...rest}>
    {label}
  </Button>
)

/** The card beside the board where the dock comes after the bet. */
export const BetPanel = ({ children }: { children: ReactNode }) => (
  <section aria-label="Place your bet" className={place}>
    <h2 className="text-h2">Place your bet</h2>
    {children}
  </section>
)
