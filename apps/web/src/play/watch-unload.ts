/**
 * Runs `act`, and says whether the player has begun to leave the page meanwhile: a failure may then
 * be due to that alone.
 */
export async function watchUnload<T>(
  act: () => Promise<T>,
): Promise<{ result: T; isUnloading: boolean }> {
  let isUnloading = false
  const leave = () => {
    isUnloading = true
  }
  const signs = ['beforeunload', 'pagehide'] as const
  for (const sign of signs) addEventListener(sign, leave)
  const result = await act()
  for (const sign of signs) removeEventListener(sign, leave)
  return { result, isUnloading }
}
