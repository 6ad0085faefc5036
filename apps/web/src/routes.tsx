import { lazy } from 'react'
import type { AppRoute } from './shell/route.ts'

/** The map of the product: every screen, who may see it, where it leads back to. The first that matches is taken. */
export const routes: readonly AppRoute[] = [
  { path: '/', title: 'Home', screen: lazy(() => import('./screens/home/home.tsx')) },
  { path: '/start', title: 'Start', screen: lazy(() => import('./screens/start.tsx')), bare: true },
  {
    path: '/login',
    title: 'Login',
    screen: lazy(() => import('./screens/login.tsx')),
    bare: true,
    back: '/start',
  },
  {
    path: '/signup',
    title: 'Create an Account',
    screen: lazy(() => import('./screens/sign-up/sign-up.tsx')),
    bare: true,
    back: '/start',
  },
  { path: '/games', title: 'Games', screen: lazy(() => import('./screens/games/games.tsx')), guarded: true },
  {
    path: '/games/guess-number',
    title: 'Guess Number',
    screen: lazy(() => import('./screens/games/guess-number/real.tsx')),
    guarded: true,
    bare: true,
    back: '/games',
  },
  {
    path: '/demo-games/guess-number',
    title: 'Guess Number',
    screen: lazy(() => import('./screens/games/guess-number/demo.tsx')),
    guarded: true,
    bare: true,
    back: '/games',
  },
  {
    path: '/games/mines',
    title: 'Mines',
    screen: lazy(() => import('./screens/games/mines/real.tsx')),
    guarded: true,
    bare: true,
    back: '/games',
  },
  {
    path: '/demo-games/mines',
    title: 'Mines',
    screen: lazy(() => import('./screens/games/mines/demo.tsx')),
    guarded: true,
    bare: true,
    back: '/games',
  },
  {
    path: '/activities',
    title: 'Activities',
    screen: lazy(() => import('./screens/activities.tsx')),
    guarded: true,
  },
  {
    path: '/account',
    title: 'Account',
    screen: lazy(() => import('./screens/account/account.tsx')),
    guarded: true,
  },
  {
    path: '/account/terms-conditions',
    title: 'Terms & Conditions',
    screen: lazy(() => import('./screens/terms.tsx')),
    bare: true,
    back: -1,
  },
  { path: '*', title: '404 - Page Not Found', screen: lazy(() => import('./screens/not-found.tsx')) },
]
