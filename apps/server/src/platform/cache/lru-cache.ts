/** The values of the `most` keys that were last set. */
export interface LastKept<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
}

export function keepLast<Value>(most: number): LastKept<Value> {
  const kept = new Map<string, Value>()
  return {
    get: (key) => kept.get(key),
    set(key, value) {
      // A map keeps the order in which its keys were set: the first was not set for longest.
      kept.delete(key)
      kept.set(key, value)
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    },
    delete: (key) => void kept.delete(key),
  }
}
