import { vi } from 'vitest'

/**
 * An empty storage in place of the browser's: what it holds, by key. `setItem` may throw instead of
 * storing. `vi.unstubAllGlobals` ends it.
 */
export function stubStorage(
  area: 'localStorage' | 'sessionStorage',
  setItem?: () => never,
): Map<string, string> {
  const items = new Map<string, string>()
  vi.stubGlobal(area, {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: setItem ?? ((key: string, text: string) => void items.set(key, text)),
    removeItem: (key: string) => void items.delete(key),
  })
  return items
}
