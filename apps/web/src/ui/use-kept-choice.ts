import { useState } from 'react'

/** What was chosen in each history entry, by the entry's key. */
export type Chosen<T> = Map<unknown, T>

/** The key that the router gave the history entry. There is no history while a page is built. */
const entryKey = (): unknown => Object(globalThis.history?.state).key

/** A choice on a screen, such as its tab. On Back it begins with what was chosen there. */
export function useKeptChoice<T>(chosen: Chosen<T>, first: T) {
  const [value, setValue] = useState(() => chosen.get(entryKey()) ?? first)
  function choose(next: T): void {
    chosen.set(entryKey(), next)
    setValue(next)
  }
  return [value, choose] as const
}
