/** The part of the browser's storages that is used here. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What stands under a name, whatever it is; undefined for nothing and for what isn't JSON. */
export function readStored(store: Store, name: string): unknown {
  try {
    const text = store.getItem(name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Stores a value as JSON. A full or forbidden storage holds up no round: then it is simply not
 * kept.
 */
export function writeStored(store: Store, name: string, value: unknown): void {
  try {
    store.setItem(name, JSON.stringify(value))
  } catch {
    // Nothing that is kept here decides about money: the server does.
  }
}
