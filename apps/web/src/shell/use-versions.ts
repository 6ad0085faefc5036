import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { destinations } from './navigation.ts'
import type { Versions } from './versions.ts'

const supported =
  import.meta.env.PROD && typeof navigator !== 'undefined' && 'serviceWorker' in navigator
let following: Promise<Versions | undefined> | undefined

/**
 * Follows the versions of the app, once the page is loaded. A new one is activated on the way to a
 * main screen, where a reload interrupts no form or round.
 */
export function useVersions(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!supported) return
    if (!following) following = whenLoaded().then(follow)
    else if (destinations.some(({ to }) => to === pathname))
      void following.then((versions) => versions?.takeNewest())
  }, [pathname])
}

const whenLoaded = () =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => addEventListener('load', resolve, { once: true }))

/** If the service worker isn't available (a private window, no network), the app does without. */
const follow = () =>
  import('./versions.ts').then(({ followVersions }) => followVersions()).catch(() => undefined)
