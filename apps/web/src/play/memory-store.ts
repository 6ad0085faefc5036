import type { Store } from './storage.ts'

/** A storage that forgets with the process, for tests. */
export function memoryStore(): Store & { setItem(name: string, text: string): void } {
  const items = new Map<string, string>()
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
  }
}
