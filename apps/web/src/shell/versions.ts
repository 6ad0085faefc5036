import { openRoundsQuery, queryClient } from '../api/queries.ts'
import { roundsOnScreen } from '../browser/locks.ts'
import { toasts } from '../ui/toast-list.ts'
import { readSession } from './session.ts'

export interface Versions {
  /** Activates a waiting version and reloads the page, unless a round is open or a toast is up. */
  takeNewest(): Promise<void>
}

/** Installs the service worker, and checks for a new version whenever the page becomes visible. */
export async function followVersions(): Promise<Versions> {
  const { serviceWorker } = navigator
  let controlled = serviceWorker.controller !== null
  /** A newer version than this page's is active. */
  let outdated = false
  /** The screen on which the waiting version was activated. */
  let askedOn: string | null = null
  serviceWorker.addEventListener('controllerchange', () => {
    outdated = controlled
    controlled = true
    // A player who has moved on isn't interrupted: the next main screen reloads instead.
    if (askedOn === location.pathname) location.reload()
  })
  await serviceWorker.register('/sw.js')
  const registration = await serviceWorker.ready
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })

  async function takeNewest() {
    if (!outdated && !registration.waiting) return
    // It may say that the password is changed, which leads Home.
    if (toasts.read().length > 0) return
    const screen = location.pathname
    // The player may have moved on meanwhile.
    if ((await roundIsOpen()) || location.pathname !== screen) return
    if (outdated) return location.reload()
    askedOn = screen
    registration.waiting?.postMessage('take over')
  }
  return { takeNewest }
}

/**
 * Whether a round is open, on the server or on a screen of this browser. Looks at the screens last,
 * since a round may begin meanwhile.
 */
const roundIsOpen = async (): Promise<boolean> => (await roundAtServer()) || roundsOnScreen.isHeld()

/** If the server can't be asked, there may be an open round. */
async function roundAtServer(): Promise<boolean> {
  const player = readSession()
  if (!player) return false
  const asked = { ...openRoundsQuery(player.id), staleTime: 0 }
  const rounds = await queryClient.fetchQuery(asked).catch(() => null)
  return rounds === null || rounds.length > 0
}
