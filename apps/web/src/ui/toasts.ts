export interface Toast {
  readonly id: number
  readonly tone: 'win' | 'loss'
  readonly text: string
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

const add = (tone: Toast['tone']) => (text: string) => {
  lastId += 1
  // At most three: the eldest makes room.
  show([...toasts, { id: lastId, tone, text }].slice(-3))
}

/** A result, said at the top for 3 seconds. Errors of a form stand at their field instead. */
export const toast = { success: add('win'), error: add('loss') }

export const dismissToast = (id: number) => show(toasts.filter((one) => one.id !== id))
export const readToasts = (): readonly Toast[] => toasts
export const watchToasts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
