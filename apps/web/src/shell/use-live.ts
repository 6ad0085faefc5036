import { useEffect } from 'react'
import { useSession, verifySession } from './session.ts'

/**
 * Follows the server's events while a player is logged in. Loaded beside the first screen, which
 * doesn't wait for it.
 */
export function useLive(): void {
  const playerId = useSession()?.id
  useEffect(() => {
    if (playerId === undefined) return
    let left = false
    let stop = () => {}
    // Where it can't be loaded, screens still read what they show when they are opened.
    import('../api/live.ts').then(
      ({ followEvents }) => {
        if (!left) stop = followEvents(() => void verifySession())
      },
      () => {},
    )
    return () => {
      left = true
      stop()
    }
  }, [playerId])
}
