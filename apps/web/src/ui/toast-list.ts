import { createStore } from '../browser/listeners.ts'

export interface Toast {
  readonly id: number
  readonly tone: 'win' | 'loss'
  readonly text: string
}

/** The toasts on screen, oldest first. */
export const toasts = createStore<readonly Toast[]>([])

const maxToasts = 3
let lastId = 0

/** Shows a toast; the oldest goes where there are more than three. */
export function addToast(tone: Toast['tone'], text: string): void {
  lastId += 1
  // A repeated text replaces its earlier toast.
  const others = toasts.read().filter((one) => one.text !== text)
  toasts.set([...others, { id: lastId, tone, text }].slice(-maxToasts))
}

/** Removes all toasts. */
export const dismissToasts = (): void => toasts.set([])

/** Removes the error toasts, because the failure is shown elsewhere in better words. */
export const dismissFailures = (): void =>
  toasts.set(toasts.read().filter(({ tone }) => tone !== 'loss'))

export const dismissToast = (id: number): void =>
  toasts.set(toasts.read().filter((one) => one.id !== id))
