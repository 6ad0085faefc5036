import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { Redirect } from '../ui/redirect.tsx'
import { type AppRoute, RouteContext } from './route.ts'
import { useSession, verifySession } from './session.ts'

/** How many screens were shown in this visit. */
let arrivals = 0

/**
 * Shows a route's screen: sends visitors away from guarded ones by the stored session, sets the
 * title, and moves the focus to the heading. A guarded screen begins anew with each player: one who
 * logs in from another tab finds nothing there that the last one typed.
 */
export function RouteEntry({ route }: { route: AppRoute }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (route.guarded && !session) return <Redirect to="/start" state={{ from: pathname + search }} />
  const Content = route.screen
  return (
    <RouteContext value={route}>
      <title>{`${route.documentTitle ?? route.title} · Pipkin`}</title>
      <Content key={route.guarded && session?.id} />
      <Arrival key={pathname} playerId={session?.id} />
    </RouteContext>
  )
}

/** Whether a screen was opened whose heading wasn't there yet. */
let isOwed = false

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  isOwed = !heading
  heading?.focus({ preventScroll: true })
}

/**
 * Focuses the heading that a newly opened screen lacked until now, or a heading that has replaced
 * the focused one. On the first page of a visit the focus stays where the browser puts it.
 */
export function focusLateHeading(): void {
  if (isOwed || (arrivals > 1 && document.activeElement === document.body)) focusHeading()
}

/**
 * Placed inside the screen's Suspense boundary, so that its effects run when the screen is there.
 */
function Arrival({ playerId }: { playerId: number | undefined }) {
  const goingBack = useRef(useNavigationType() === 'POP')
  useEffect(() => {
    void verifySession()
    arrivals += 1
    if (arrivals === 1) return
    if (!goingBack.current) scrollTo(0, 0)
    focusHeading()
  }, [])
  // A player who logs out on Home then sees the visitor's Home.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(focusLateHeading, [playerId])
  return null
}
