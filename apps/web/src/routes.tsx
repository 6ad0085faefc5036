import { lazy } from 'react'
import Home from './screens/home/home.tsx'
import type { AppRoute } from './shell/route.ts'

/** The map of the product: every screen, who may see it, where it leads back to. The first that matches is taken. */
export const routes: readonly AppRoute[] = [
  { path: '/', title: 'Home', screen: Home },
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
    path: '/account/wallet',
    title: 'My Wallet',
    screen: lazy(() => import('./screens/wallet/wallet.tsx')),
    guarded: true,
    back: '/account',
  },
  {
    path: '/account/wallet/deposite',
    title: 'Deposit',
    screen: lazy(() => import('./screens/wallet/deposit/deposit.tsx')),
    guarded: true,
    back: '/account/wallet',
  },
  {
    path: '/account/wallet/withdraw',
    title: 'Withdraw',
    screen: lazy(() => import('./screens/wallet/withdraw/withdraw.tsx')),
    guarded: true,
    back: '/account/wallet',
  },
  {
    path: '/account/terms-conditions',
    title: 'Terms & Conditions',
    screen: lazy(() => import('./screens/terms.tsx')),
    bare: true,
    back: -1,
  },
  {
    path: '/fairness',
    title: 'Fairness',
    screen: lazy(() => import('./screens/fairness/fairness.tsx')),
    bare: true,
    back: -1,
  },
  {
    path: '/fairness/:transactionId',
    title: 'Proof of a round',
    screen: lazy(() => import('./screens/proof/round-proof.tsx')),
    bare: true,
    back: -1,
  },
  { path: '*', title: '404 - Page Not Found', screen: lazy(() => import('./screens/not-found.tsx')) },
]
