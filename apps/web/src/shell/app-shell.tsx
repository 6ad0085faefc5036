import { Suspense, useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { useStore } from '../browser/listeners.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { overlay } from '../ui/overlay.ts'
import { ScreenBoundary } from '../ui/screen-boundary.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { ErrorState } from '../ui/states.tsx'
import { BottomNavigation } from './bottom-navigation.tsx'
import { profileAsks } from './profile.ts'
import type { AppRoute } from './route.ts'
import { RouteEntry } from './route-entry.tsx'
import { sessionLost, useSession } from './session.ts'
import { useLive } from './use-live.ts'
import { useVersions } from './use-versions.ts'
import { WideHeader } from './wide-header.tsx'
import { useIsNavigationHidden } from './without-navigation.ts'

const failed = (
  <div className="p-4.5 wide:mx-auto wide:w-120">
    <ErrorState onRetry={() => location.reload()} />
  </div>
)

const IdleQuestion = lazyPart(() => import('./idle-question.tsx'))
const NewTerms = lazyPart(() => import('./new-terms.tsx'))
const LoggedOut = lazyPart(() => import('./logged-out.tsx'))

/**
 * The frame around every screen: skip link, navigation, toasts. On a phone one column, up to 1099
 * px the same, 480 wide.
 */
export function AppShell({ routes }: { routes: readonly AppRoute[] }) {
  const { pathname } = useLocation()
  const route = routes.find(({ path }) => matchPath(path, pathname))
  const isHidden = useIsNavigationHidden()
  useLive()
  useVersions()
  useEffect(() => {
    // So far the page had a visitor's markup; by this mark, styles hid that from players.
    delete document.documentElement.dataset.player
  }, [])
  const navigation = route?.withoutNavigation !== true && !isHidden
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-70 -translate-y-20 rounded-tile bg-ink px-4 py-3 font-680 text-bg focus-visible:translate-y-0"
      >
        Skip to content
      </a>
      <div className="mx-auto flex min-h-dvh max-w-120 flex-col wide:max-w-none">
        <WideHeader navigation={navigation} />
        <SessionEnded />
        <main
          id="main"
          tabIndex={-1}
          className="flex min-w-0 grow flex-col overflow-x-clip outline-none"
        >
          <ScreenBoundary at={pathname} failed={failed}>
            <Suspense fallback={<ScreenOnItsWay />}>
              {route && <RouteEntry route={route} />}
            </Suspense>
          </ScreenBoundary>
        </main>
        {navigation && <BottomNavigation />}
      </div>
      <Asked navigation={navigation} />
      <Above />
    </>
  )
}

/*
 * Components that follow a store are small and separate. In the shell itself, each change would
 * render the whole screen in one task, which blocks taps.
 */

/** What the server asks of a player on every screen. */
function Asked({ navigation }: { navigation: boolean }) {
  const { idleMinutes, hasNewTerms } = useStore(profileAsks)
  const player = useSession()
  return (
    player && (
      <>
        {idleMinutes !== undefined && <IdleQuestion minutes={idleMinutes} />}
        {hasNewTerms && navigation && <NewTerms />}
      </>
    )
  )
}

/** Says why the last player's session ended. */
function SessionEnded() {
  const by = useStore(sessionLost)
  return by && <LoggedOut by={by} />
}

/** Content above every screen, such as toasts. */
function Above() {
  const above = useStore(overlay)
  return above && <above.Content />
}

/**
 * Shown only for the first screen of a visit: later the old screen stays until the next is there.
 */
function ScreenOnItsWay() {
  return (
    <div className="p-4.5 pt-20 wide:mx-auto wide:w-120">
      <ListSkeleton />
    </div>
  )
}
