import { type ComponentType, createContext, use } from 'react'
import type { Path } from '../paths.ts'

/** An address and the screen that it shows. */
export interface AppRoute extends Path {
  readonly screen: ComponentType
  /** Loads the screen's modules. The page that the build makes of it preloads them. */
  load(): Promise<readonly object[]>
  /** The same for players alone, if the page shows them something else than a visitor. */
  loadForPlayers?(): Promise<readonly object[]>
}

/** Set around each screen; screens read it by `useAppRoute`. */
export const RouteContext = createContext<AppRoute | null>(null)

/** The route of the calling screen. */
export function useAppRoute(): AppRoute {
  const route = use(RouteContext)
  if (!route) throw new Error('useAppRoute outside a route')
  return route
}
