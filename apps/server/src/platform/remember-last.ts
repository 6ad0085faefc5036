/**
 * Computes a value once for each of the `most` keys that were asked for last. Only for what is the same however often it is
 * computed: it must depend on nothing but what the key names.
 */
export function rememberLast<From, Value extends object>(
  most: number,
  keyOf: (from: From) => string,
  compute: (from: From) => Value,
): (from: From) => Value {
  const kept = new Map<string, Value>()
  return (from) => {
    const key = keyOf(from)
    const value = kept.get(key) ?? compute(from)
    // A map keeps the order in which its keys were set: the first was not asked for longest.
    kept.delete(key)
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return value
  }
}
