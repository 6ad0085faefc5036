import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { Redirect } from '../ui/redirect.tsx'
import { type AppRoute, RouteContext } from './route.ts'
import { useSession, verifySession } from './session.ts'

let entered = false

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
      <Arrival key={pathname} />
    </RouteContext>
  )
}

/**
 * Stands beside the screen inside its Suspense boundary, so that it runs when the screen is there.
 */
function Arrival() {
  const goingBack = useRef(useNavigationType() === 'POP')
  useEffect(() => {
    void verifySession()
    // The first page of a visit keeps the browser's own focus.
    if (entered) {
      if (!goingBack.current) scrollTo(0, 0)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
    entered = true
  }, [])
  return null
}
