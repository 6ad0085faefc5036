import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from '../browser/listeners.ts'
import { IconButton } from './icon-button.tsx'
import { dismissToast, type Toast, toasts } from './toasts.ts'

const closeAfterMs = 3000

/** Where toasts appear: once, in the shell. */
export function ToastHost() {
  const shown = useStore(toasts)
  return (
    <div
      aria-live="off"
      className="pointer-events-none fixed inset-x-0 top-[max(0.875rem,env(safe-area-inset-top))] z-60 mx-auto flex max-w-120 flex-col gap-2 px-4.5"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
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
      className="pointer-events-auto flex items-center gap-2.5 rounded-[1.125rem] bg-toast px-3.5 py-3 text-[0.9375rem] leading-5 font-600 text-toast-ink shadow-e2 animate-drop"
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
