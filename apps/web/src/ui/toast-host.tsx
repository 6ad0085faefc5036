import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../browser/listeners.ts'
import { IconButton } from './icon-button.tsx'
import { dismissToast, type Toast, toasts } from './toast-list.ts'

const closeAfterMs = 3000

/** The place that a screen gives its toasts. */
const slot = createStore<HTMLElement | null>(null)

/** Where a screen shows its toasts, if the place of the others would cover its balance. */
export const ToastSlot = ({ className }: { className: string }) => (
  <div ref={slot.set} className={className} />
)

/**
 * Where toasts appear: once, in the shell. They cover neither Back, beside which they stand, nor a
 * balance nor the navigation; from 1100 px they stand in a corner.
 */
export function ToastHost() {
  const shown = useStore(toasts)
  const place = useStore(slot)
  const list = (
    <div
      aria-live="off"
      className={
        place
          ? 'pointer-events-none flex flex-col gap-2'
          : 'pointer-events-none fixed inset-x-0 top-[max(0.875rem,env(safe-area-inset-top))] z-60 mx-auto flex max-w-120 flex-col gap-2 pr-3.5 pl-16.5 desk:inset-x-auto desk:top-auto desk:right-6 desk:bottom-6 desk:w-96 desk:px-0'
      }
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
  return place ? createPortal(list, place) : list
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
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
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex items-center min-h-11 gap-2.5 rounded-[1.125rem] bg-toast px-3.5 py-1.5 text-[0.9375rem] leading-5 font-600 text-toast-ink shadow-e2 animate-drop"
    >
      <Icon
        size={21}
        aria-hidden
        className={failed ? 'shrink-0 text-toast-loss' : 'shrink-0 text-toast-win'}
      />
      <span className="min-w-0 grow">{toast.text}</span>
      <IconButton label="Dismiss" onClick={() => dismissToast(toast.id)} className="-my-2.5 -mr-3">
        <X size={18} aria-hidden />
      </IconButton>
    </div>
  )
}
