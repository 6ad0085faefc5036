import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Whether the player is still where they asked, for answers that take their time: on this screen,
 * and at its sheet where there is one. A screen that waits for the next one to load has been left
 * already.
 */
export function useStillHere(open = true): () => boolean {
  const { pathname } = useLocation()
  const shown = useRef(false)
  useLayoutEffect(() => {
    shown.current = open
    return () => {
      shown.current = false
    }
  }, [open])
  return () => shown.current && window.location.pathname === pathname
}
