import { logOut, type Me, readNow } from '@pipkin/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation, useNavigationType } from 'react-router'
import { Button } from '../../web/src/ui/button.tsx'
import { cx } from '../../web/src/ui/cx.ts'
import { ScreenBoundary } from '../../web/src/ui/screen-boundary.tsx'
import { useDarkMode } from '../../web/src/ui/theme.ts'
import { call, isLoggedOut, NotDone, useCall } from './call.ts'
import { forgetKept } from './parts/kept.ts'
import { Failure } from './parts/loaded.tsx'
import { Mark } from './parts/mark.tsx'
import { Screens } from './routes.tsx'

/** An operator's screens, with the navigation beside them. */
export function Shell({ me }: { me: Me }) {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setError(undefined)
    setBusy(true)
    try {
      await call(logOut)
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      // The session may have ended by itself.
      if (!isLoggedOut(error)) return setError(error.message)
    } finally {
      setBusy(false)
    }
    forgetKept()
    await client.resetQueries()
  }
  return (
    <div className="wide:flex wide:min-h-dvh">
      <a
        href="#main"
        className="sr-only rounded-md bg-surface p-3 focus:not-sr-only focus:absolute focus:z-10"
      >
        Skip to the content
      </a>
      <header className="glazed flex flex-wrap items-center gap-x-4 gap-y-2 p-4 wide:sticky wide:top-0 wide:h-dvh wide:w-60 wide:shrink-0 wide:flex-col wide:flex-nowrap wide:items-stretch wide:overflow-y-auto">
        <p className="flex items-center gap-2.5 text-h3">
          <Mark size={32} />
          Pipkin back office
        </p>
        <Navigation duties={me.duties} />
        <div className="ml-auto flex min-w-0 items-center gap-2 wide:mt-auto wide:ml-0 wide:flex-col wide:items-stretch">
          <p className="min-w-0 text-sm wrap-anywhere">
            {me.name}, {me.role}
          </p>
          <ThemeButton />
          <Button look="ghost" size="small" busy={busy} onClick={() => void leave()}>
            Log out
          </Button>
          {error && (
            <p role="alert" className="text-sm">
              {error}
            </p>
          )}
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[96rem] min-w-0 grow p-[min(1.5rem,5vw)]"
      >
        <ScreenBoundary
          at={pathname}
          failed={
            <Failure message="This screen could not be loaded." onRetry={() => location.reload()} />
          }
        >
          <Suspense fallback={<p aria-busy="true">Loading…</p>}>
            <Screens me={me} />
            <Arrival key={pathname} />
          </Suspense>
        </ScreenBoundary>
      </main>
    </div>
  )
}

/**
 * Shows a screen that a link has opened from its top and gives it the focus, past the other links
 * of the navigation. After Back the browser scrolls.
 */
function Arrival() {
  const goingBack = useRef(useNavigationType() === 'POP')
  useEffect(() => {
    if (goingBack.current) return
    document.querySelector('main')?.focus()
    scrollTo(0, 0)
  }, [])
  return null
}

/** Screens with a place in the navigation, and the duty that each needs. */
const entries = [
  { to: '/', name: 'Now', duty: null },
  { to: '/payouts', name: 'Payouts', duty: 'see' },
  { to: '/players', name: 'Players', duty: 'see' },
  { to: '/money', name: 'Money', duty: 'see' },
  { to: '/referral', name: 'Referral', duty: null },
  { to: '/safety', name: 'Safety', duty: 'see' },
  { to: '/cases', name: 'Cases', duty: 'see' },
  { to: '/notices', name: 'Notices', duty: 'see' },
  { to: '/games', name: 'Games', duty: null },
  { to: '/fees', name: 'Fees and limits', duty: 'see' },
  { to: '/proposals', name: 'Waiting for a second person', duty: null },
  { to: '/acts', name: 'Acts', duty: 'audit' },
  { to: '/audits', name: 'Audits', duty: 'audit' },
  { to: '/health', name: 'Health', duty: 'see' },
  { to: '/operators', name: 'Operators', duty: 'rule' },
] as const

function Navigation({ duties }: Pick<Me, 'duties'>) {
  const now = useCall(readNow, undefined, 30_000).data
  const waiting: Readonly<Record<string, number | undefined>> = {
    '/payouts': now?.payouts.review,
    '/cases': now?.cases,
    '/proposals': now?.proposals,
  }
  return (
    <nav aria-label="Screens" className="flex flex-wrap gap-1 wide:flex-col">
      {entries
        .filter(({ duty }) => duty === null || duties.includes(duty))
        .map(({ to, name }) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/'}
            className={({ isActive }) =>
              cx(
                'flex items-center gap-2 rounded-sm px-3 py-2 text-sm font-620',
                isActive ? 'bg-butter text-on-butter' : 'text-on-glaze hover:bg-glaze2',
              )
            }
          >
            {name}
            <Waiting count={waiting[to] ?? 0} />
          </NavLink>
        ))}
    </nav>
  )
}

/** How much waits on a screen. Decorative: the screen Now says it in words. */
const Waiting = ({ count }: { count: number }) =>
  count > 0 && (
    <span
      aria-hidden
      className="ml-auto rounded-full bg-butter-tint px-2 text-cap leading-5 font-640 text-ink"
    >
      {count}
    </span>
  )

function ThemeButton() {
  const [dark, setDark] = useDarkMode()
  return (
    <Button look="ghost" size="small" aria-pressed={dark} onClick={() => setDark(!dark)}>
      Dark
    </Button>
  )
}
