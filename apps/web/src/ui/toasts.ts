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

const add = (tone: Toast['tone']) => (text: string) => {
  lastId += 1
  // A text that is said again takes the place of the one before.
  const others = toasts.read().filter((one) => one.text !== text)
  toasts.set([...others, { id: lastId, tone, text }].slice(-maxToasts))
}

/** Shows a result at the top for 3 seconds. A form's errors appear at their field instead. */
export const toast = { success: add('win'), error: add('loss') }

export const dismissToast = (id: number): void =>
  toasts.set(toasts.read().filter((one) => one.id !== id))
