/**
 * Does something, and tells beside its result whether the page was being left meanwhile: then it
 * didn't fail, it was cut off.
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
