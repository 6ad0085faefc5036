import { useEffect } from 'react'

/**
 * Moves the focus to the content, not to the page's beginning, when an act, a colleague or a step
 * of the way in has removed the focused element. Looks as elements go: React Query reports no read
 * that is answered at once.
 */
export function useFocusInContent() {
  useEffect(() => {
    let last: EventTarget | null = null
    const follow = ({ target }: FocusEvent) => {
      last = target
    }
    const look = () => {
      const main = document.querySelector('main')
      const isGone = last instanceof Element && !last.isConnected
      if (!main || !isGone || document.activeElement !== document.body) return
      last = null
      main.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(look)
    changes.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', follow)
    return () => {
      changes.disconnect()
      document.removeEventListener('focusin', follow)
    }
  }, [])
}
