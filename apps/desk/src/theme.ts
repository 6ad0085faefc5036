import { useSyncExternalStore } from 'react'

const key = 'isDarkMode'
// A new one each time: in Chromium one that is read after a change and before the next frame has no
// event of it.
const system = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** Dark or light as it was chosen in this browser, else as the system is. */
function isDark(): boolean {
  const chosen = localStorage.getItem(key)
  return chosen === null ? system().matches : chosen === 'true'
}

function apply(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

/** Follows the system and the other tabs. The page's head sets the first value. */
export function startTheme(): void {
  system().addEventListener('change', apply)
  addEventListener('storage', apply)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether it is dark, and what turns it round. */
export function useDark(): readonly [dark: boolean, turn: () => void] {
  const dark = useSyncExternalStore(listen, isDark)
  const turn = () => {
    localStorage.setItem(key, String(!isDark()))
    apply()
  }
  return [dark, turn]
}
