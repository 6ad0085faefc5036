/**
 * A lock that several tabs of this browser can hold at once. A tab that closes releases it. Without
 * TLS, except on local pages, browsers have no locks, and one that blocks a site's storage refuses
 * them: then it is never held.
 */
export interface SharedLock {
  /** Holds the lock until the returned function is called. */
  hold(): () => void
  /** Resolves when no tab holds it. */
  whenFree(): Promise<void>
  /** Whether a tab holds it. Asks without a lock of its own, which other tabs would count. */
  isHeld(): Promise<boolean>
}

const unlessRefused = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined)

function sharedLock(name: string): SharedLock {
  /** Settles when the browser has released the locks that this tab gave up, a moment later. */
  let released: Promise<unknown> = Promise.resolve()
  return {
    hold() {
      let release = () => {}
      if (!('locks' in navigator)) return release
      const letGo = new Promise<void>((resolve) => {
        release = resolve
      })
      const request = unlessRefused(navigator.locks.request(name, { mode: 'shared' }, () => letGo))
      return () => {
        release()
        released = Promise.all([released, request])
      }
    },
    async whenFree() {
      if ('locks' in navigator) await unlessRefused(navigator.locks.request(name, () => {}))
    },
    async isHeld() {
      if (!('locks' in navigator)) return false
      await released
      const locks = await unlessRefused(navigator.locks.query())
      return locks?.held?.some((lock) => lock.name === name) === true
    },
  }
}

/**
 * Held while a round has ended on the server and its result isn't on screen yet: until then, tabs
 * hold back everything that would reveal the result.
 */
export const hiddenResults: SharedLock = sharedLock('pipkin.result')

/** Held while a round is open on a screen, a demo's too. */
export const roundsOnScreen: SharedLock = sharedLock('pipkin.round')
