import { type ComponentType, createContext, use } from 'react'

/** One screen in the map of all screens. */
export interface AppRoute {
  readonly path: string
  /** Stands in the top bar and, with the product's name, in the document's title. */
  readonly title: string
  readonly screen: ComponentType
  /** Only for players: a visitor goes to /start, and comes back after log-in. */
  readonly guarded?: true
  /** Where the bottom navigation is hidden. */
  readonly bare?: true
  /** Where Back leads; `-1` is the page before. Without it the screen has no Back. */
  readonly back?: string | -1
}

export const RouteContext = createContext<AppRoute | null>(null)

/** The route of the screen that asks. */
export function useAppRoute(): AppRoute {
  const route = use(RouteContext)
  if (!route) throw new Error('useAppRoute outside a route')
  return route
}
