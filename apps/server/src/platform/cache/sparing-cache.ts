/** What a load took is at most this part of the time until the next. */
const part = 1 / 50

/**
 * Loads one value for all callers, at most once in `leastMs` and the more rarely the longer it
 * takes. While a slow one is loaded anew, the one before serves, up to twice its time. A failed
 * load rejects for those who wait and is not kept.
 */
export function sparingCache<T>(
  leastMs: number,
  elapsedMs: () => number,
  load: () => Promise<T>,
): () => Promise<T> {
  let last: { readonly value: T; readonly at: number; readonly tookMs: number } | null = null
  let loading: Promise<T> | null = null

  async function reload(): Promise<T> {
    const at = elapsedMs()
    try {
      const value = await load()
      last = { value, at, tookMs: elapsedMs() - at }
      return value
    } finally {
      loading = null
    }
  }
  return async () => {
    const sparedMs = last ? last.tookMs / part : 0
    const ageMs = last ? elapsedMs() - last.at : 0
    if (last && ageMs < Math.max(leastMs, sparedMs)) return last.value
    loading ??= reload()
    if (last && sparedMs > leastMs && ageMs < 2 * sparedMs) {
      // A caller with a cached answer neither waits for the new one nor sees it fail.
      loading.catch(() => undefined)
      return last.value
    }
    return loading
  }
}
