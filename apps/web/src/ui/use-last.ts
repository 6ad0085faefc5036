import { useState } from 'react'

/** What a sheet is about, null while it is closed: it still shows the last while it goes down. */
export function useLast<T>(about: T | null): T | null {
  const [last, setLast] = useState(about)
  if (about !== null && about !== last) setLast(about)
  return about ?? last
}
