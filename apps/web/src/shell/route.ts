import { type ComponentType, createContext, use } from 'react'
import type { Path } from '../paths.ts'

/** An address and the screen that it shows. */
export interface AppRoute extends Path {
  readonly screen: ComponentType
  /** Loads the modules that the screen is made of: the build has its page ask for them early. */
  load(): Promise<readonly object[]>
  /** The same, for players alone: of a page that shows them something else than a visitor. */
  loadForPlayers?(): Promise<readonly object[]>
}

export const RouteContext = createContext<AppRoute | null>(null)

/** The route of the screen that asks. */
export function useAppRoute(): AppRoute {
  const route = use(RouteContext)
  if (!route) throw new Error('useAppRoute outside a route')
  return route
}
