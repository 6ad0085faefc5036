import { overlay } from './overlay.ts'
import { ToastHost } from './toast-host.tsx'
import { addToast, type Toast } from './toast-list.ts'

const host = { Content: ToastHost }

const add = (tone: Toast['tone']) => (text: string) => {
  addToast(tone, text)
  overlay.set(host)
}

/** Shows a result at the top for 3 seconds. A form's errors appear at their field instead. */
export const toast = { success: add('win'), error: add('loss') }
