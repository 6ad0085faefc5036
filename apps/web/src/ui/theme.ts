import { useSyncExternalStore } from 'react'
import { createSignal } from '../browser/listeners.ts'
import { plainText, stored } from '../browser/storage.ts'

const choice = stored('localStorage', 'isDarkMode', plainText)
// A new query each time: in Chromium, one that is read between a change and the next frame fires no
// event for that change.
const system = () => matchMedia('(prefers-color-scheme: dark)')
const changed = createSignal()

/** `isDarkMode` if it was ever set, else what the system prefers. */
export const isDark = (chosen: string | undefined, systemIsDark: boolean): boolean =>
  chosen === undefined ? systemIsDark : chosen === 'true'

const readDark = () => isDark(choice.read(), system().matches)

function apply() {
  document.documentElement.dataset.theme = readDark() ? 'dark' : 'light'
  changed.emit()
}

/**
 * Follows the system and the other tabs. The script in the page's head sets the first value, before
 * the first paint.
 */
export function startTheme(): void {
  system().addEventListener('change', apply)
  addEventListener('storage', apply)
}

/** Dark or light, and what switches it. */
export function useDarkMode(): [dark: boolean, setDark: (dark: boolean) => void] {
  const dark = useSyncExternalStore(changed.listen, readDark)
  const setDark = (next: boolean) => {
    choice.write(String(next))
    apply()
  }
  return [dark, setDark]
}
