/**
 * Loads one value at most once in `ttlMs`, for all callers. A failed load rejects for those who
 * wait and is not kept. The time counts from the start of a load, so no value is older than that.
 */
export function ttlCache<T>(
  ttlMs: number,
  elapsedMs: () => number,
  load: () => Promise<T>,
): () => Promise<T> {
  let cached: { readonly value: Promise<T>; readonly until: number } | null = null
  return () => {
    const at = elapsedMs()
    if (cached && at < cached.until) return cached.value
    const value = load()
    cached = { value, until: at + ttlMs }
    value.catch(() => {
      cached = null
    })
    return value
  }
}
