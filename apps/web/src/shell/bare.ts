import { useLayoutEffect, useSyncExternalStore } from 'react'

let asking = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1) {
  asking += by
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Hides the navigation for as long as the part of a screen that calls it is shown. */
export function useBare(): void {
  useLayoutEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

const isAsked = () => asking > 0

/** Whether a part of the screen has asked for all of the room. */
export const useIsBare = (): boolean => useSyncExternalStore(watch, isAsked, isAsked)
