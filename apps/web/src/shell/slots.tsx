import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'

type Slot = { element: HTMLElement | null; setElement: (element: HTMLElement | null) => void }
const SlotContext = createContext<Slot>({ element: null, setElement: () => {} })

export function SlotProvider({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  return <SlotContext value={{ element, setElement }}>{children}</SlotContext>
}

/** Where `HeaderEnd` appears: at the right of the wide header. */
export function HeaderSlot() {
  return <div ref={use(SlotContext).setElement} className="flex items-center gap-2" />
}

/** What a screen puts into the wide header (the balance, the id); on a phone it is not shown. */
export function HeaderEnd({ children }: { children: ReactNode }) {
  const { element } = use(SlotContext)
  return element && createPortal(children, element)
}
