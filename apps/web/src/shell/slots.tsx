import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

let slot: HTMLElement | null = null
const listeners = new Set<() => void>()

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * No state of the shell: a shell that renders again while a screen is brought to life does all of
 * that in one go.
 */
function setSlot(element: HTMLElement | null) {
  slot = element
  for (const listener of listeners) listener()
}

/** Where `HeaderEnd` appears: at the right of the wide header. */
export const HeaderSlot = () => <div ref={setSlot} className="flex items-center gap-2" />

/** What a screen puts into the wide header (the balance, the id); on a phone it is not shown. */
export function HeaderEnd({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(
    watch,
    () => slot,
    () => null,
  )
  return element && createPortal(children, element)
}
