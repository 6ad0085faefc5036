import { useState } from 'react'

/**
 * While `held`, the value from when that began, otherwise the present one. It hides results until
 * they are shown.
 */
export function useHeld<T>(value: T, held: boolean): T {
  const [kept, setKept] = useState(value)
  if (!held && !Object.is(kept, value)) setKept(value)
  return held ? kept : value
}
