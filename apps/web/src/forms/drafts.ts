import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { playerLeft } from '../api/session-signals.ts'
import { createSignal } from '../browser/listeners.ts'
import { readSession } from '../shell/session.ts'

/**
 * Keeps what each player has typed into a form and not sent. If the session ends meanwhile, the
 * log-in leads back to the form as it was, and only that player can send it. Drafts are in memory
 * alone and are forgotten at a log-out, so never keep secrets in them.
 *
 * Leaving the screen forgets a draft too, unless it `staysOnLeaving`. Since another player may log
 * in from another tab, on a screen that visitors see too give the component with the form the
 * player as its `key`.
 */
export function createDrafts<T>({ staysOnLeaving = false } = {}) {
  const drafts = new Map<string, T>()
  const changed = createSignal()
  playerLeft.listen(() => {
    drafts.clear()
    changed.emit()
  })
  // `of` is what the form is about, if there are several of its kind.
  const nameOf = (player: number, of = '') => `${player} ${of}`
  return {
    staysOnLeaving,
    read: (player: number, of?: string): T | undefined => drafts.get(nameOf(player, of)),
    write(draft: T, player: number, of?: string): void {
      drafts.set(nameOf(player, of), draft)
      changed.emit()
    },
    forget(player: number, of?: string): void {
      drafts.delete(nameOf(player, of))
      changed.emit()
    },
    listen: changed.listen,
    /** Whether any player's draft satisfies `isSuch`. */
    isAny: (isSuch: (draft: T) => boolean): boolean => [...drafts.values()].some(isSuch),
  }
}
type Drafts<T> = ReturnType<typeof createDrafts<T>>

/** Keeps what is typed into a form. Begin the form with the player's draft, if there is one. */
export function useKeptForm<T extends FieldValues>(
  drafts: Drafts<T>,
  player: number,
  { subscribe }: UseFormReturn<T>,
): void {
  useForgotten(drafts, player)
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => drafts.write(values, player),
      }),
    [subscribe, drafts, player],
  )
}

/** The player's draft, which begins as `first`, and a function that changes parts of it. */
export function useDraft<T>(drafts: Drafts<T>, player: number, of: string, first: T) {
  useForgotten(drafts, player, of)
  const read = () => drafts.read(player, of)
  const draft = useSyncExternalStore(drafts.listen, read, () => undefined) ?? first
  // Read the draft again: a picture may get ready while the player goes on typing.
  const change = (part: Partial<T>) => drafts.write({ ...(read() ?? first), ...part }, player, of)
  return { draft, change }
}

function useForgotten<T>(drafts: Drafts<T>, player: number, of?: string): void {
  const putBack = useRef<() => void>(undefined)
  useEffect(() => {
    // React's strict mode leaves each screen once and comes back.
    putBack.current?.()
    return () => {
      const draft = drafts.read(player, of)
      if (draft === undefined || drafts.staysOnLeaving || readSession()?.id !== player) return
      drafts.forget(player, of)
      putBack.current = () => drafts.write(draft, player, of)
    }
  }, [drafts, player, of])
}
