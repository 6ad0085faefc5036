import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../browser/listeners.ts'

/**
 * In a store, not in the shell's state: a change of that would render the whole shell again while a
 * screen hydrates.
 */
const headerSlot = createStore<HTMLElement | null>(null)

/** Where `HeaderEnd` appears: at the right of the wide header. */
export const HeaderSlot = () => (
  <div ref={headerSlot.set} className="flex items-center justify-end gap-2" />
)

/** What a screen puts into the wide header (the balance, the id); not shown on a phone. */
export function HeaderEnd({ children }: { children: ReactNode }) {
  const element = useStore(headerSlot)
  return element && createPortal(children, element)
}
