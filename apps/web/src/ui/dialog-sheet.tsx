import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

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

/** The open sheets, the upper ones last. */
const stack: RefObject<HTMLElement | null>[] = []
/** By then the library has moved the focus, and noted what had it before. */
const focusMs = 100
/** The last event that closed one. */
let closedBy: Event | null = null

/** What a `Sheet` is once it is needed. */
export default function DialogSheet({
  open,
  onClose,
  title,
  above,
  beside,
  pinned,
  initialFocus,
  finalFocus,
  children,
}: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    stack.push(sheet)
    return () => void stack.splice(stack.indexOf(sheet), 1)
  }, [open])

  /** Esc and a press beside it reach every open sheet, and close the uppermost alone. */
  function close(event: Event) {
    if (stack.at(-1) !== sheet || event === closedBy) return
    closedBy = event
    onClose()
  }
  /** The sheet below may have kept the focus, where it was about to take it itself. */
  function keepFocus() {
    if (stack.at(-1) !== sheet || sheet.current?.contains(document.activeElement)) return
    const first = initialFocus ?? sheet
    first.current?.focus()
  }
  const heading = (className: string) => <Dialog.Title className={className}>{title}</Dialog.Title>
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root
        open={open}
        onOpenChange={(next, { event }) => !next && close(event)}
        onOpenChangeComplete={(isOpen) => isOpen && setTimeout(keepFocus, focusMs)}
      >
        {/* Each above those that are open: its backdrop covers them too. */}
        <Dialog.Portal className="relative z-50">
          <Dialog.Backdrop className="fixed inset-0 bg-scrim transition-opacity duration-(--t-sheet) data-ending-style:opacity-0 data-ending-style:duration-200 data-starting-style:opacity-0" />
          <Dialog.Popup
            ref={sheet}
            initialFocus={initialFocus ?? sheet}
            finalFocus={finalFocus}
            className="fixed inset-x-0 bottom-0 mx-auto max-h-[calc(100dvh-1.5rem)] w-full max-w-120 scroll-pt-14 overflow-y-auto overscroll-contain rounded-t-2xl bg-surface px-4.5 pt-2.5 pb-[max(1.375rem,env(safe-area-inset-bottom))] shadow-e3 outline-none transition-transform duration-(--t-sheet) ease-out data-ending-style:translate-y-full data-ending-style:duration-200 data-ending-style:ease-in data-starting-style:translate-y-full motion-reduce:data-ending-style:duration-[1ms]"
          >
            <div aria-hidden className="mx-auto mb-1.5 h-1.25 w-10 rounded-full bg-line" />
            {pinned && (
              <div className="sticky -top-2.5 z-10 -mx-4.5 bg-surface px-4.5">{pinned}</div>
            )}
            <div className="flex items-center justify-between gap-3">
              {above ?? beside?.(heading('text-h2')) ?? heading('text-h1')}
              <Dialog.Close
                render={
                  <IconButton label="Close" className="-mr-2.5">
                    <X size={22} aria-hidden />
                  </IconButton>
                }
              />
            </div>
            {above !== undefined && heading('mt-3.5 text-h1')}
            {children}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}
