/**
 * Resolves when what is on screen by now has been painted; where nothing is painted, out of sight,
 * a moment later.
 */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })
