/**
 * Runs `act`. `cutOff` is true if the player left the page meanwhile: a failure may then be due to
 * that alone.
 */
export async function withCutOff<T>(
  act: () => Promise<T>,
): Promise<{ result: T; cutOff: boolean }> {
  let cutOff = false
  const leave = () => {
    cutOff = true
  }
  const signs = ['beforeunload', 'pagehide'] as const
  for (const sign of signs) addEventListener(sign, leave)
  const result = await act()
  for (const sign of signs) removeEventListener(sign, leave)
  return { result, cutOff }
}
