import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now; false if there is no screen yet. */
function useMedia(query: string): boolean {
  const watch = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    watch,
    () => matchMedia(query).matches,
    () => false,
  )
}

/** From 1100 px, where the right column and the header's slot are shown. */
export const useWide = (): boolean => useMedia('(min-width: 68.75rem)')

/** Whether the player wants reduced motion. */
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')

/** Whether the pointer is a finger, as on phones and tablets. */
export const useTouch = (): boolean => useMedia('(pointer: coarse)')
