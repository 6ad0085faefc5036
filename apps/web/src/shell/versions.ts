import { openRoundsQuery, queryClient } from '../api/queries.ts'
import { roundsOnScreen } from '../browser/locks.ts'
import { readSession } from './session.ts'

export interface Versions {
  /** Lets a version in that waits, unless a round is open. Then the page begins anew. */
  takeNewest(): Promise<void>
}

/**
 * Installs the service worker, and looks for a new version whenever the page comes back into sight.
 */
export async function followVersions(): Promise<Versions> {
  const { serviceWorker } = navigator
  let controlled = serviceWorker.controller !== null
  /** Another version than this page's has taken over. */
  let outdated = false
  /** The screen on which the version that waits was let in. */
  let askedOn: string | null = null
  serviceWorker.addEventListener('controllerchange', () => {
    outdated = controlled
    controlled = true
    // Whoever has gone on since isn't cut short: the next way to one of the four places brings it
    // in.
    if (askedOn === location.pathname) location.reload()
  })
  await serviceWorker.register('/sw.js')
  const registration = await serviceWorker.ready
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })

  async function takeNewest() {
    if (!outdated && !registration.waiting) return
    const screen = location.pathname
    // Asking takes a moment, in which the player may have gone on.
    if ((await roundIsOpen()) || location.pathname !== screen) return
    if (outdated) return location.reload()
    askedOn = screen
    registration.waiting?.postMessage('take over')
  }
  return { takeNewest }
}

/**
 * Waiting at the server, or on a screen of this browser: that look comes last, since a round may
 * begin meanwhile.
 */
const roundIsOpen = async (): Promise<boolean> => (await roundAtServer()) || roundsOnScreen.isHeld()

/** Who can't be asked may have one. */
async function roundAtServer(): Promise<boolean> {
  const player = readSession()
  if (!player) return false
  const rounds = await queryClient.fetchQuery(openRoundsQuery(player.id)).catch(() => null)
  return rounds === null || rounds.length > 0
}
