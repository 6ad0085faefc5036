import { useLayoutEffect } from 'react'
import { createStore, useStore } from '../browser/listeners.ts'

/** How many parts of the screen ask to be shown without the navigation. */
const asking = createStore(0)

/** Hides the navigation for as long as the calling component is shown. */
export function useWithoutNavigation(): void {
  useLayoutEffect(() => {
    asking.set(asking.read() + 1)
    return () => asking.set(asking.read() - 1)
  }, [])
}

/** Whether a part of the screen is shown without the navigation. */
export const useIsNavigationHidden = (): boolean => useStore(asking) > 0
