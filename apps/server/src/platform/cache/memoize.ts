import { keepLast } from './lru-cache.ts'

/**
 * Computes a value once for each of the `most` keys that were asked for last. Only for what is the
 * same however often it is computed: it must depend on nothing but what the key names.
 */
export function rememberLast<From, Value extends object>(
  most: number,
  keyOf: (from: From) => string,
  compute: (from: From) => Value,
): (from: From) => Value {
  const kept = keepLast<Value>(most)
  return (from) => {
    const key = keyOf(from)
    const value = kept.get(key) ?? compute(from)
    kept.set(key, value)
    return value
  }
}
