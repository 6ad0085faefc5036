import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../browser/listeners.ts'
import { IconButton } from './icon-button.tsx'
import { dismissToast, type Toast, toasts } from './toast-list.ts'

const closeAfterMs = 3000

/**
 * At the top, to the right of Back, above no balance and no navigation; from 1100 px in the lower
 * right corner.
 */
export const toastPlace =
  'pointer-events-none fixed inset-x-0 top-[max(0.875rem,env(safe-area-inset-top))] z-60 mx-auto max-w-120 pr-3.5 pl-16.5 wide:inset-x-auto wide:top-auto wide:right-6 wide:bottom-6 wide:w-96 wide:px-0'

/**
 * The elements that screens and sheets offer to hold the toasts, and the shell's, which holds them
 * otherwise.
 */
const slots: HTMLElement[] = []
let home: HTMLElement | null = null
/** The element with the toasts. */
let list: HTMLElement | null = null

/**
 * Moves the toasts to the element that should hold them now, without rendering them anew: then no
 * screen reader announces them again (it does where the browser lacks `moveBefore`). A sheet's
 * element comes first, since only what is inside an open dialog can be pressed or is read aloud.
 */
function settle(): void {
  const place = slots.findLast((slot) => slot.closest('dialog')) ?? slots.at(-1) ?? home
  if (!list || !place || list.parentElement === place) return
  if (list.isConnected && 'moveBefore' in place) place.moveBefore(list, null)
  else place.append(list)
}

function takeSlot(slot: HTMLElement | null) {
  if (!slot) return
  slots.push(slot)
  settle()
  return () => {
    slots.splice(slots.indexOf(slot), 1)
    settle()
  }
}

function takeHome(element: HTMLElement | null) {
  home = element
  settle()
}

/**
 * Holds the toasts while it is shown: in a sheet, or on a screen whose balance they would cover at
 * the top.
 */
export const ToastSlot = ({ className }: { className: string }) => (
  <div ref={takeSlot} className={className} />
)

/** Renders the toasts. Mounted once, in the shell. */
export function ToastHost() {
  const shown = useStore(toasts)
  const [element] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    list = element
    settle()
    return () => {
      list = null
      element.remove()
    }
  }, [element])
  return (
    <div ref={takeHome} className={toastPlace}>
      {createPortal(
        <div aria-live="off" className="pointer-events-none flex flex-col gap-2">
          {shown.map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
        </div>,
        element,
      )}
    </div>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(toast.id), closeAfterMs)
    return () => clearTimeout(timer)
  }, [held, toast.id])
  const failed = toast.tone === 'loss'
  const Icon = failed ? CircleAlert : CircleCheck
  return (
    // Pointer and focus only pause the timer; the control is Dismiss.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      role={failed ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        before.current = relatedTarget
        setHeld(true)
      }}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex items-center min-h-11 gap-2.5 rounded-[1.125rem] bg-toast px-3.5 py-1.5 text-[0.9375rem] leading-5 font-600 text-toast-ink shadow-e2 animate-drop"
    >
      <Icon
        size={21}
        aria-hidden
        className={failed ? 'shrink-0 text-toast-loss' : 'shrink-0 text-toast-win'}
      />
      <span className="min-w-0 grow">{toast.text}</span>
      <IconButton
        label="Dismiss"
        onClick={({ detail }) => {
          // Pressed by a key: the focus would be lost with the toast.
          if (detail === 0 && before.current instanceof HTMLElement) before.current.focus()
          dismissToast(toast.id)
        }}
        className="-my-2.5 -mr-3"
      >
        <X size={18} aria-hidden />
      </IconButton>
    </div>
  )
}
