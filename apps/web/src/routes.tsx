import type { ComponentType, ReactNode } from 'react'
import { lazyReading, loadReading } from './api/lazy-reading.tsx'
import type { AnyTable, GameScreens } from './games/game-screens.ts'
import { games } from './games/games.ts'
import { type FixedPath, fixedPaths, gamePaths } from './paths.ts'
import Home, { loadPlayerHome } from './screens/home/home.tsx'
import type { AppRoute } from './shell/route.ts'

type Loaded = Pick<AppRoute, 'screen' | 'load' | 'loadForPlayers'>
type ScreenModule = { readonly default: ComponentType }

/** A screen of several modules, which are loaded at once. */
const together = <M extends readonly object[]>(
  load: () => Promise<M>,
  screenOf: (modules: M) => ComponentType,
): Loaded => ({
  load: async () => [...(await load()), await loadReading()],
  screen: lazyReading(async () => ({ default: screenOf(await load()) })),
})

/** A screen that is loaded when it is opened. */
const later = (load: () => Promise<ScreenModule>): Loaded =>
  together(
    async () => [await load()] as const,
    ([screen]) => screen.default,
  )

/** What each address of `paths.ts` shows. A visitor's Home is in the first load. */
const screens: Readonly<Record<FixedPath, Loaded>> = {
  '/': {
    screen: Home,
    load: async () => [],
    loadForPlayers: async () => [await loadPlayerHome(), await loadReading()],
  },
  '/start': later(() => import('./screens/log-in/start.tsx')),
  '/login': later(() => import('./screens/log-in/login.tsx')),
  '/forgot-password': later(() => import('./screens/log-in/forgot-password.tsx')),
  '/reset-password': later(() => import('./screens/log-in/reset-password.tsx')),
  '/not-me': later(() => import('./screens/log-in/not-me.tsx')),
  '/signup': later(() => import('./screens/sign-up/sign-up.tsx')),
  '/register-verify': later(() => import('./screens/sign-up/register-verify.tsx')),
  '/games': later(() => import('./games/lobby/games.tsx')),
  '/activities': later(() => import('./screens/activities/activities.tsx')),
  '/account': later(() => import('./screens/account/account.tsx')),
  '/account/wallet': later(() => import('./screens/wallet/wallet.tsx')),
  '/account/wallet/deposite': later(() => import('./screens/wallet/deposit/deposit.tsx')),
  '/account/wallet/withdraw': later(() => import('./screens/wallet/withdraw/withdraw.tsx')),
  '/account/wallet/send-money': later(() => import('./screens/wallet/send/send.tsx')),
  '/account/wallet/internal-trasnfer': later(
    () => import('./screens/wallet/internal/internal.tsx'),
  ),
  '/account/invite': later(() => import('./screens/referral/invite.tsx')),
  '/account/level-earning': later(() => import('./screens/referral/level-earning.tsx')),
  '/account/referral-team': later(() => import('./screens/referral/team.tsx')),
  '/account/my-profile': later(() => import('./screens/profile/my-profile.tsx')),
  '/account/my-profile/edit-profile': later(() => import('./screens/profile/edit-profile.tsx')),
  '/account/security': later(() => import('./screens/security/security.tsx')),
  '/account/change-password': later(() => import('./screens/change-password/change-password.tsx')),
  '/account/your-data': later(() => import('./screens/account/data/your-data.tsx')),
  '/account/limits': later(() => import('./screens/limits/limits.tsx')),
  '/account/limits/history': later(() => import('./screens/limits/history/history.tsx')),
  '/support': later(() => import('./screens/support/support.tsx')),
  '/notifications': later(() => import('./screens/notifications/notifications.tsx')),
  '/kyc': later(() => import('./screens/account/kyc.tsx')),
  '/account/terms-conditions': later(() => import('./screens/sign-up/terms.tsx')),
  '/fairness': later(() => import('./screens/fairness/fairness.tsx')),
  '/solvency': later(() => import('./screens/solvency/solvency.tsx')),
  '/fairness/:transactionId': later(() => import('./screens/proof/round-proof.tsx')),
  '/rounds/:transactionId': later(() => import('./screens/proof/round-proof.tsx')),
  '*': later(() => import('./screens/not-found/not-found.tsx')),
}

/** A game's screen: its frame, and what the game brings. */
function tableIn<F extends object>(
  game: GameScreens,
  loadFrame: () => Promise<F>,
  lay: (frame: F, table: AnyTable) => ReactNode,
): Loaded {
  return together(
    async () => {
      const [frame, module] = await Promise.all([loadFrame(), game.table()])
      return [frame, module] as const
    },
    ([frame, { table }]) =>
      () =>
        lay(frame, table),
  )
}

const realGame = (game: GameScreens): Loaded =>
  tableIn(
    game,
    () => import('./games/table/real-game.tsx'),
    ({ RealGame }, table) => <RealGame table={table} />,
  )

const demoGame = (game: GameScreens): Loaded =>
  tableIn(
    game,
    () => import('./games/table/demo-game.tsx'),
    ({ DemoGame }, table) => <DemoGame table={table} />,
  )

/** Every screen with its address. The first that matches is taken. */
export const routes: readonly AppRoute[] = [
  ...games.flatMap((game) => {
    const [real, demo] = gamePaths(game)
    return [
      { ...real, ...realGame(game) },
      { ...demo, ...demoGame(game) },
    ]
  }),
  ...fixedPaths.map((fixed) => ({ ...fixed, ...screens[fixed.path] })),
]
