import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { Redirect } from '../ui/redirect.tsx'
import { type AppRoute, RouteContext } from './route.ts'
import { useSession, verifySession } from './session.ts'

/** How many screens this visit has come to. */
let arrivals = 0

/**
 * A route on screen: judges at once from the stored session, sets the title, moves the focus to the
 * heading.
 */
export function RouteEntry({ route }: { route: AppRoute }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (route.guarded && !session) return <Redirect to="/start" state={{ from: pathname + search }} />
  const Content = route.screen
  return (
    <RouteContext value={route}>
      <title>{`${route.title} · Pipkin`}</title>
      <Content />
      <Arrival key={pathname} playerId={session?.id} />
    </RouteContext>
  )
}

/** A screen was gone to whose heading wasn't there yet. */
let isOwed = false

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  isOwed = !heading
  heading?.focus({ preventScroll: true })
}

/**
 * Gives the focus to the heading of a screen that was gone to and had none until now, or another.
 * The first page of a visit keeps the browser's own focus.
 */
export function focusLateHeading(): void {
  if (isOwed || (arrivals > 1 && document.activeElement === document.body)) focusHeading()
}

/**
 * Stands beside the screen inside its Suspense boundary, so that it runs when the screen is there.
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
  // Home is another screen for who logs out on it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(focusLateHeading, [playerId])
  return null
}
