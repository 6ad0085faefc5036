import { useState } from 'react'

/**
 * The value as it was when `held` began, and the present one otherwise: what would tell a result
 * early stands still.
 */
export function useHeld<T>(value: T, held: boolean): T {
  const [kept, setKept] = useState(value)
  if (!held && !Object.is(kept, value)) setKept(value)
  return held ? kept : value
}
