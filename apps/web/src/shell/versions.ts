import { openRoundsQuery, queryClient } from '../api/queries.ts'
import { roundOnScreen } from './round-on-screen.ts'
import { readSession } from './session.ts'

export interface Versions {
  /** Lets a version in that waits, unless a round is open. Then the page begins anew. */
  takeNewest(): Promise<void>
}

/** Installs the service worker, and looks for a new version whenever the page comes back into sight. */
export async function followVersions(): Promise<Versions> {
  const { serviceWorker } = navigator
  let controlled = serviceWorker.controller !== null
  /** Another version than this page's has taken over. */
  let outdated = false
  let asked = false
  serviceWorker.addEventListener('controllerchange', () => {
    outdated = controlled
    controlled = true
    if (asked) location.reload()
  })
  await serviceWorker.register('/sw.js')
  const registration = await serviceWorker.ready
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })

  async function takeNewest() {
    if (!outdated && !registration.waiting) return
    if (await roundIsOpen()) return
    if (outdated) return location.reload()
    asked = true
    registration.waiting?.postMessage('take over')
  }
  return { takeNewest }
}

/** On a screen of this browser, or waiting at the server. Who can't be asked may have one. */
async function roundIsOpen(): Promise<boolean> {
  if (await roundOnScreen()) return true
  const player = readSession()
  if (!player) return false
  const rounds = await queryClient.fetchQuery(openRoundsQuery(player.userID)).catch(() => null)
  return rounds === null || rounds.Data.length > 0
}
