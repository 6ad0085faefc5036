import { logOut, type Me, readMe, readNow } from '@pipkin/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, Navigate, NavLink, Route, Routes, useLocation } from 'react-router'
import { Button } from '../../web/src/ui/button.tsx'
import { cx } from '../../web/src/ui/cx.ts'
import { ScreenBoundary } from '../../web/src/ui/screen-boundary.tsx'
import { useDarkMode } from '../../web/src/ui/theme.ts'
import { call, isLoggedOut, useCall } from './call.ts'
import { ActDialogs } from './parts/act-button.tsx'
import { Failure, Loaded } from './parts/loaded.tsx'
import { Acts } from './screens/acts.tsx'
import { Now } from './screens/now.tsx'
import { Operators } from './screens/operators.tsx'
import { Payouts } from './screens/payouts.tsx'
import { Players } from './screens/players.tsx'
import { Proposals } from './screens/proposals.tsx'
import { AddFactor, Enter, LogIn, LogInAgain } from './screens/way-in.tsx'

// Screens that are loaded once they are opened.
const Audits = lazy(async () => ({ default: (await import('./screens/audits.tsx')).Audits }))
const Case = lazy(async () => ({ default: (await import('./screens/case.tsx')).Case }))
const Cases = lazy(async () => ({ default: (await import('./screens/cases.tsx')).Cases }))
const Fees = lazy(async () => ({ default: (await import('./screens/fees.tsx')).Fees }))
const Game = lazy(async () => ({ default: (await import('./screens/game.tsx')).Game }))
const Games = lazy(async () => ({ default: (await import('./screens/games.tsx')).Games }))
const GameRounds = lazy(async () => ({ default: (await import('./screens/games.tsx')).GameRounds }))
const Health = lazy(async () => ({ default: (await import('./screens/health.tsx')).Health }))
const Money = lazy(async () => ({ default: (await import('./screens/money.tsx')).Money }))
const Notices = lazy(async () => ({ default: (await import('./screens/notices.tsx')).Notices }))
const Player = lazy(async () => ({ default: (await import('./screens/player.tsx')).Player }))
const Referral = lazy(async () => ({ default: (await import('./screens/referral.tsx')).Referral }))
const Ring = lazy(async () => ({ default: (await import('./screens/ring.tsx')).Ring }))
const Safety = lazy(async () => ({ default: (await import('./screens/safety.tsx')).Safety }))

/** The way in, or the screens that a role has. */
export function App() {
  const { pathname, hash } = useLocation()
  const me = useCall(readMe, undefined, 60_000)
  const isOver = isLoggedOut(me.error)
  if (me.data?.whole)
    return (
      <>
        {/* What was being written is there again when its operator is. */}
        <div hidden={isOver}>
          <ActDialogs key={me.data.operator}>
            <Shell me={me.data} />
          </ActDialogs>
        </div>
        {isOver && <LogInAgain operator={me.data.operator} />}
      </>
    )
  if (me.data && !isOver) return <AddFactor />
  if (me.isPending) return null
  if (!isOver)
    return (
      <main className="mx-auto max-w-md px-4 py-16">
        <Loaded query={me}>{() => null}</Loaded>
      </main>
    )
  return pathname === '/enter' && hash.length > 1 ? <Enter token={hash.slice(1)} /> : <LogIn />
}

const screens = [
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

function Shell({ me: { operator, name, role, duties } }: { me: Me }) {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const leave = async () => {
    await call(logOut)
    await client.resetQueries()
  }
  const may = (duty: string | null) => duty === null || duties.includes(duty)
  const now = useCall(readNow, undefined, 30_000).data
  const waiting: Readonly<Record<string, number | undefined>> = {
    '/payouts': now?.payouts.review,
    '/cases': now?.cases,
    '/proposals': now?.proposals,
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
        <p className="text-h3">Pipkin back office</p>
        <nav aria-label="Screens" className="flex flex-wrap gap-1 wide:flex-col">
          {screens
            .filter(({ duty }) => may(duty))
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
        <div className="ml-auto flex items-center gap-2 wide:mt-auto wide:ml-0 wide:flex-col wide:items-stretch">
          <p className="text-sm">
            {name}, {role}
          </p>
          <ThemeButton />
          <Button look="ghost" size="small" onClick={() => void leave()}>
            Log out
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[96rem] min-w-0 grow p-6">
        <ScreenBoundary
          at={pathname}
          failed={
            <Failure message="This screen could not be loaded." onRetry={() => location.reload()} />
          }
        >
          <Suspense fallback={<p aria-busy="true">Loading…</p>}>
            <Routes>
              <Route path="/" element={<Now duties={duties} />} />
              {may('see') && (
                <>
                  <Route path="/payouts" element={<Payouts duties={duties} />} />
                  <Route path="/players" element={<Players />} />
                  <Route path="/players/:player" element={<Player duties={duties} />} />
                  <Route path="/money" element={<Money mayPay={duties.includes('pay')} />} />
                  <Route path="/fees" element={<Fees mayRule={may('rule')} />} />
                  <Route path="/health" element={<Health />} />
                  <Route path="/referral/rings/:player" element={<Ring duties={duties} />} />
                  <Route path="/safety" element={<Safety mayRestrict={may('restrict')} />} />
                  <Route path="/notices" element={<Notices duties={duties} />} />
                  <Route path="/cases" element={<Cases operator={operator} />} />
                  <Route
                    path="/cases/:case"
                    element={<Case mayAnswer={duties.includes('answer')} />}
                  />
                </>
              )}
              <Route path="/referral" element={<Referral duties={duties} />} />
              <Route
                path="/games"
                element={<Games mayOffer={may('offer')} maySee={may('see')} />}
              />
              <Route path="/games/:game/rounds" element={<GameRounds maySee={may('see')} />} />
              {may('offer') && (
                <Route path="/games/:game" element={<Game mayRule={may('rule')} />} />
              )}
              <Route path="/proposals" element={<Proposals mayOffer={may('offer')} />} />
              {may('audit') && (
                <>
                  <Route path="/acts" element={<Acts />} />
                  <Route path="/audits" element={<Audits />} />
                </>
              )}
              {may('rule') && <Route path="/operators" element={<Operators />} />}
              <Route
                path="*"
                // After the log-in the router is still at the one-time link.
                element={
                  pathname === '/enter' ? <Navigate to="/" replace /> : <NotHere role={role} />
                }
              />
            </Routes>
          </Suspense>
        </ScreenBoundary>
      </main>
    </div>
  )
}

/** An address from a colleague may lead to a screen that this role doesn’t have. */
const NotHere = ({ role }: { role: string }) => (
  <>
    <h1 className="text-h1">No such screen</h1>
    <p className="mt-3">
      It isn’t there, or your role, {role}, doesn’t have it.{' '}
      <Link to="/" className="text-link underline">
        Now
      </Link>
    </p>
  </>
)

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
