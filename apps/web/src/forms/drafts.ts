import { useState } from 'react'
import { playerLeft } from '../api/session-signals.ts'

/**
 * What players have typed into a form and not sent, by a name that names the player as well. A
 * session may end while they write: the log-in leads back to the form, as it was. Kept in memory
 * alone, and forgotten at a log-out.
 */
export function createDrafts<T extends object>(empty: T) {
  const drafts = new Map<string, T>()
  playerLeft.listen(() => drafts.clear())
  const read = (name: string): T => drafts.get(name) ?? empty
  const write = (name: string, draft: T): void => void drafts.set(name, draft)
  return {
    read,
    write,
    /** Whether there is one that isn't empty, of any player. */
    isAny: () => [...drafts.values()].some((draft) => Object.values(draft).some(Boolean)),
    /** The draft of that name; what changes it, and what empties it. */
    useDraft(name: string) {
      const [draft, setDraft] = useState(() => read(name))
      const keep = (next: T) => {
        write(name, next)
        setDraft(next)
      }
      // A picture may come while its player goes on typing.
      const change = (part: Partial<T>) => keep({ ...read(name), ...part })
      return { draft, change, empty: () => keep(empty) }
    },
  }
}
