/**
 * How often a check runs, from a setting or an option of that name. Throws unless it is a whole
 * number above 0: a check that never runs would pass.
 */
export function timesOf(name: string, text: string): number {
  const times = Number(text)
  if (!Number.isInteger(times) || times < 1)
    throw new Error(`${name} has to be a whole number above 0, and is ${text}`)
  return times
}
