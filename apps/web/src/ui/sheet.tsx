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
   * A tile above the title (`above`), or the title with what stands around it (`beside`), in the
   * row of Close.
   */
  above?: ReactNode
  beside?: (title: ReactNode) => ReactNode
  /** Stays at the top while the rest scrolls. */
  pinned?: ReactNode
  /**
   * What takes the focus first; by default the sheet itself, which says its title and shows no
   * ring: Tab comes to its first control.
   */
  initialFocus?: RefObject<HTMLElement | null>
  /** What takes the focus afterwards; by default what had it before. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/**
 * A bottom sheet, the browser's own modal dialog: it keeps the focus, Esc, Back and a press beside
 * it close it, the focus returns. Up in 320 ms, down in 200; what it shows stays until it is down.
 */
export function Sheet(props: SheetProps) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    // Not urgent: what it shows is made in pieces that let a tap through.
    if (props.open) startTransition(() => setShown(true))
  }, [props.open])
  // Out of what opens it: a form may open a sheet that has one, and the upper sheet may outlive it.
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
  useEffect(() => (open ? closeOnBack(() => goneBack()) : undefined), [open])

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
        // A sheet that this one has opened has had it.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // Else the browser asks to close it as well, also when a choice of letters ends.
        event.preventDefault()
        if (open && !isOfLetters(event.nativeEvent)) onClose()
      }}
      // A phone's Back; asked for twice, the browser closes it without asking.
      onCancel={(event) => {
        // A choice of a file in it says the same when it ends without one.
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
        // It takes the focus, so that keys scroll it; what is on its way down takes none.
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
 * Runs after each render, in a task of its own: to open a dialog takes the browser as long as React
 * takes to make it. What comes behind it in the same parent has its effects later, so that it finds
 * the dialog open and can take the focus.
 */
function FirstEffect({ run }: { run: () => void }) {
  useEffect(run)
  return null
}

/** Whether a key belongs to a choice of letters; Safari says so of the last by its code alone. */
const isOfLetters = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229

/**
 * Keeps the focus in an open dialog. Behind its last control Tab comes to the browser's own, and in
 * the page to the sheet again; before its first, to its last. What had the focus may also be taken
 * away, such as a toast, which React takes to be elsewhere.
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
    // They go with it.
    element?.addEventListener('keydown', onKey)
    element?.addEventListener('keyup', onKey)
    element?.addEventListener('focusout', onFocusOut)
  }, [dialog, panel])
}

/** Whether anything in it took the focus. */
const focusLast = (within: HTMLElement | null): boolean =>
  [...(within?.querySelectorAll<HTMLElement>('*') ?? [])].reverse().some((one) => {
    if (one.tabIndex >= 0) one.focus()
    return document.activeElement === one
  })

/**
 * Closes a dialog with `open`. One that is taken away gives the focus back as well. Answers whether
 * it has been opened, what opens it where it isn't yet, and what looks again where it has closed by
 * itself and `open` stays.
 */
function useOpened(
  dialog: RefObject<HTMLDialogElement | null>,
  panel: RefObject<HTMLElement | null>,
  { open, initialFocus, finalFocus, onGone }: SheetProps & { onGone: () => void },
): { isUp: boolean; openIt: () => void; lookAgain: () => void } {
  // Toasts come in only then: in a dialog that isn't open they would be gone, and said again.
  const [isUp, setUp] = useState(false)
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  // With each render: the browser may close it without asking, and who keeps it open gets it back.
  const openIt = () => {
    const element = dialog.current
    if (!element || !open || element.open) return
    const { documentElement: page } = document
    page.toggleAttribute('data-scrolls', page.clientWidth < innerWidth)
    element.showModal()
    const first = initialFocus?.current ?? panel.current
    // It is still below the window: to scroll to it would end its way up.
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
