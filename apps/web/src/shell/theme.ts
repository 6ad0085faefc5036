import { useSyncExternalStore } from 'react'

const storageKey = 'isDarkMode'
const system = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** `isDarkMode` where it was ever set, else the system's wish. */
export const isDark = (kept: string | null, systemIsDark: boolean): boolean =>
  kept === null ? systemIsDark : kept === 'true'

const readDark = () => isDark(localStorage.getItem(storageKey), system().matches)

function apply() {
  document.documentElement.dataset.theme = readDark() ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Follows the system and the other tabs; the head script set the first value before the first
 * paint.
 */
export function startTheme(): void {
  system().addEventListener('change', apply)
  addEventListener('storage', apply)
}

/** Dark or light, and the switch that keeps it. */
export function useDarkMode(): [dark: boolean, setDark: (dark: boolean) => void] {
  const dark = useSyncExternalStore(watch, readDark)
  const setDark = (next: boolean) => {
    localStorage.setItem(storageKey, String(next))
    apply()
  }
  return [dark, setDark]
}
