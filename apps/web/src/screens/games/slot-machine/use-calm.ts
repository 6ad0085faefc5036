import { useSyncExternalStore } from 'react'

const wish = () => matchMedia('(prefers-reduced-motion: reduce)')

function watch(listener: () => void): () => void {
  const query = wish()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether motion is unwelcome. */
export const useCalm = (): boolean => useSyncExternalStore(watch, () => wish().matches)
