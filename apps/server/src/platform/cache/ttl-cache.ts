/**
 * Loads a value at most once in so many milliseconds, for everybody who asks. A failure is told to
 * all who wait, and forgotten.
 */
export function remember<T>(
  forMs: number,
  elapsedMs: () => number,
  load: () => Promise<T>,
): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly until: number } | null = null
  return () => {
    const at = elapsedMs()
    if (kept && at < kept.until) return kept.value
    const value = load()
    kept = { value, until: at + forMs }
    value.catch(() => {
      kept = null
    })
    return value
  }
}
