import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { playerLeft } from '../api/session-signals.ts'
import { readSession } from '../shell/session.ts'

/**
 * What each player has typed into a form and not sent. A session may end while they write: the
 * log-in leads back to the form, as it was, and only they send it. Kept in memory alone, and
 * forgotten at a log-out. Not for what is secret.
 *
 * A player who leaves the screen forgets it as well, unless it `staysOnLeaving`. Another player may
 * log in from another tab: what holds the form has the player as its `key`.
 */
export function createDrafts<T>({ staysOnLeaving = false } = {}) {
  const drafts = new Map<string, T>()
  playerLeft.listen(() => drafts.clear())
  // `of` is what the form is about, where there are several of its kind.
  const nameOf = (player: number, of = '') => `${player} ${of}`
  return {
    staysOnLeaving,
    read: (player: number, of?: string): T | undefined => drafts.get(nameOf(player, of)),
    write: (draft: T, player: number, of?: string): void =>
      void drafts.set(nameOf(player, of), draft),
    forget: (player: number, of?: string): void => void drafts.delete(nameOf(player, of)),
    /** Whether there is such a one, of any player. */
    isAny: (isSuch: (draft: T) => boolean): boolean => [...drafts.values()].some(isSuch),
  }
}
type Drafts<T> = ReturnType<typeof createDrafts<T>>

/** Keeps what is typed into a form that began with what `drafts` has for the player. */
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

/** The player's draft, at first `first`, and what changes it. */
export function useDraft<T>(drafts: Drafts<T>, player: number, of: string, first: T) {
  useForgotten(drafts, player, of)
  const read = () => drafts.read(player, of) ?? first
  const [draft, setDraft] = useState(read)
  const change = (part: Partial<T>) => {
    // A picture may come while its player goes on typing.
    const next = { ...read(), ...part }
    drafts.write(next, player, of)
    setDraft(next)
  }
  return { draft, change }
}

function useForgotten<T>(drafts: Drafts<T>, player: number, of?: string): void {
  useEffect(
    () => () => {
      if (!drafts.staysOnLeaving && readSession()?.id === player) drafts.forget(player, of)
    },
    [drafts, player, of],
  )
}
