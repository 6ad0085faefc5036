import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { places } from './navigation.ts'
import type { Versions } from './versions.ts'

const supported =
  import.meta.env.PROD && typeof navigator !== 'undefined' && 'serviceWorker' in navigator
let following: Promise<Versions | undefined> | undefined

/**
 * Follows the versions of the app, once the page is loaded. A new one comes in on the way to one of
 * the four places: there is nothing half typed there, and nothing is said there that a new
 * beginning would cut short.
 */
export function useVersions(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!supported) return
    if (!following) following = whenLoaded().then(follow)
    else if (places.some(({ to }) => to === pathname))
      void following.then((versions) => versions?.takeNewest())
  }, [pathname])
}

const whenLoaded = () =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => addEventListener('load', resolve, { once: true }))

/** Where it can't be had (a private window, no network), the app goes on without. */
const follow = () =>
  import('./versions.ts').then(({ followVersions }) => followVersions()).catch(() => undefined)
