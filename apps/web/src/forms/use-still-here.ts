import { useLayoutEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/**
 * Whether the player, when a late answer comes, is still on the screen that asked, and at its sheet
 * if it has one (`open`). A player who waits for the next screen to load has left already.
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

/** Navigates on from a screen, unless the player has left it before the answer came. */
export function useNavigateWhileHere(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  return (to, options) => {
    if (isStillHere()) void navigate(to, options)
  }
}
