import { lazy } from 'react'
import type { AppRoute } from './shell/route.ts'

/** The map of the product: every screen, who may see it, where it leads back to. The first that matches is taken. */
export const routes: readonly AppRoute[] = [
  { path: '/', title: 'Home', screen: lazy(() => import('./screens/home/home.tsx')) },
  { path: '*', title: '404 - Page Not Found', screen: lazy(() => import('./screens/not-found.tsx')) },
]
