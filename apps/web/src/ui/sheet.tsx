import './sheet.css'
import { X } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { closeOnBack } from './close-on-back.ts'
import { IconButton } from './icon-button.tsx'
import { ToastSlot, toastPlace } from './toast-host.tsx'

export interface SheetProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /**
   * `above` is a tile above the title; `beside` gets the title and answers what stands in the row
   * of Close, the title included.
   */
  above?: ReactNode
  beside?: (title: ReactNode) => ReactNode
  /** Stays at the top while the rest scrolls. */
  pinned?: ReactNode
  /**
   * What takes the focus first. By default the sheet itself: screen readers read its title, no ring
   * is shown, and Tab leads to its first control.
   */
  initialFocus?: RefObject<HTMLElement | null>
  /** What takes the focus afterwards; by default what had it before. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/**
 * A bottom sheet, made of the browser's own modal dialog: it keeps the focus; Esc, Back and a press
 * beside it close it; then the focus returns. It goes up in 320 ms and down in 200, and shows its
 * content until it is down.
 */
export function Sheet(props: SheetProps) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    // A transition, so that React renders the content in pieces and a tap in between is answered.
    if (props.open) startTransition(() => setShown(true))
  }, [props.open])
  // Rendered in the body: a form may open a sheet that has a form of its own, and a sheet may
  // outlive the one that opened it.
  return (
    shown && createPortal(<ModalDialog {...props} onGone={() => setShown(false)} />, document.body)
  )
}

/** `onGone` is called when it has closed and is out of sight. */
function ModalDialog(props: SheetProps & { onGone: () => void }) {
  const { open, onClose, title, above, beside, pinned, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isPressedBeside = useRef(false)
  const panel = useRef<HTMLDivElement>(null)
  const { isUp, openIt, lookAgain } = useOpened(dialog, panel, props)
  useKeptFocus(dialog, panel)
  const goneBack = useEffectEvent(onClose)
  // A layout effect: an effect would still have Back for a moment after the dialog has closed.
  useLayoutEffect(() => (open ? closeOnBack(() => goneBack()) : undefined), [open])

  const heading = (className: string) => (
    <h2 id={titleId} className={className}>
      {title}
    </h2>
  )
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="sheet"
      onKeyDown={(event) => {
        // If a sheet above this one has handled the key, leave it alone.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // Without this the browser cancels the dialog too, even when Esc ends an IME's composition.
        event.preventDefault()
        if (open && !isOfLetters(event.nativeEvent)) onClose()
      }}
      // A phone's Back. After a second one the browser closes the dialog without asking.
      onCancel={(event) => {
        // A file input in the sheet also fires `cancel`, when no file was chosen.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (open) onClose()
      }}
      onClose={({ currentTarget }) => {
        if (!open || currentTarget.open) return
        onClose()
        lookAgain()
      }}
      // Closes only if a press begins and ends outside: selecting text may drag across the edge.
      onPointerDown={({ target, currentTarget }) => {
        isPressedBeside.current = target === currentTarget
      }}
      onPointerUp={({ target, currentTarget }) => {
        if (target !== currentTarget) isPressedBeside.current = false
      }}
      onClick={({ target, currentTarget }) => {
        if (open && isPressedBeside.current && target === currentTarget) onClose()
      }}
    >
      <FirstEffect run={openIt} />
      {open && isUp && <ToastSlot className={toastPlace} />}
      <div
        ref={panel}
        // Focusable, so that keys scroll it; inert on its way down, so that nothing in it takes the
        // focus.
        tabIndex={-1}
        inert={!open}
        className="sheet-panel absolute inset-x-0 bottom-0 mx-auto max-h-[calc(100dvh-1.5rem)] w-full max-w-120 scroll-pt-14 overflow-y-auto overscroll-contain rounded-t-2xl bg-surface px-4.5 pt-2.5 pb-[max(1.375rem,env(safe-area-inset-bottom))] shadow-e3 outline-none"
      >
        <div aria-hidden className="mx-auto mb-1.5 h-1.25 w-10 rounded-full bg-line" />
        {pinned && <div className="sticky -top-2.5 z-10 -mx-4.5 bg-surface px-4.5">{pinned}</div>}
        <div className="flex items-center justify-between gap-3">
          {above ?? beside?.(heading('text-h2')) ?? heading('text-h1')}
          <IconButton label="Close" className="-mr-2.5" onClick={onClose}>
            <X size={22} aria-hidden />
          </IconButton>
        </div>
        {above !== undefined && heading('mt-3.5 text-h1')}
        {children}
      </div>
    </dialog>
  )
}

/**
 * Runs `run` after each render, as an effect of its own: opening a dialog takes the browser as long
 * as rendering it takes React. Siblings after it run their effects later, so they find the dialog
 * open and can take the focus.
 */
function FirstEffect({ run }: { run: () => void }) {
  useEffect(run)
  return null
}

/**
 * Whether an IME handles the key. For the last key of a composition Safari says so by its code
 * alone.
 */
const isOfLetters = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229

/**
 * Keeps the focus in an open dialog. Behind its last control Tab would lead to the browser's own
 * controls: in the page it leads to the sheet again, and Shift+Tab from the sheet to its last
 * control. The focused element may also be removed, such as a toast, which React renders elsewhere.
 */
function useKeptFocus(
  dialog: RefObject<HTMLDialogElement | null>,
  panel: RefObject<HTMLElement | null>,
) {
  // A layout effect, since a key may come before the page is drawn.
  useLayoutEffect(() => {
    const element = dialog.current
    let isBackwards = false
    const onKey = ({ type, key, shiftKey }: KeyboardEvent) => {
      isBackwards = type === 'keydown' && key === 'Tab' && shiftKey
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) return
      queueMicrotask(() => {
        if (!element?.open || document.activeElement !== document.body) return
        if (!isBackwards || !focusLast(panel.current)) panel.current?.focus()
      })
    }
    // No clean-up: the listeners go with the element.
    element?.addEventListener('keydown', onKey)
    element?.addEventListener('keyup', onKey)
    element?.addEventListener('focusout', onFocusOut)
  }, [dialog, panel])
}

/** Focuses the last control; whether one took the focus. */
const focusLast = (within: HTMLElement | null): boolean =>
  [...(within?.querySelectorAll<HTMLElement>('*') ?? [])].reverse().some((one) => {
    if (one.tabIndex >= 0) one.focus()
    return document.activeElement === one
  })

/**
 * Keeps a dialog in step with `open`. On closing, and on unmounting, it returns the focus. Answers
 * whether the dialog is open, `openIt`, to be called after each render, and `lookAgain`, which
 * renders once more after the browser has closed the dialog although `open` stays true.
 */
function useOpened(
  dialog: RefObject<HTMLDialogElement | null>,
  panel: RefObject<HTMLElement | null>,
  { open, initialFocus, finalFocus, onGone }: SheetProps & { onGone: () => void },
): { isUp: boolean; openIt: () => void; lookAgain: () => void } {
  // Toasts move into the sheet only once it is open: in a closed dialog they would be hidden, and
  // then announced again.
  const [isUp, setUp] = useState(false)
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  // After each render, since the browser may have closed the dialog without asking.
  const openIt = () => {
    const element = dialog.current
    if (!element || !open || element.open) return
    const { documentElement: page } = document
    page.toggleAttribute('data-scrolls', page.clientWidth < innerWidth)
    element.showModal()
    const first = initialFocus?.current ?? panel.current
    // The sheet is still below the window: scrolling to it would cut its animation short.
    first?.focus({ preventScroll: true })
    setUp(true)
  }
  const giveBack = useEffectEvent(() => finalFocus?.current?.focus())
  const isGone = useEffectEvent(onGone)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open)
      return () => {
        element.close()
        giveBack()
      }
    let isAwaited = true
    const over = element.getAnimations({ subtree: true }).map(({ finished }) => finished)
    void Promise.allSettled(over).then(() => isAwaited && isGone())
    return () => {
      isAwaited = false
    }
  }, [dialog, open])
  return { isUp, openIt, lookAgain }
}
