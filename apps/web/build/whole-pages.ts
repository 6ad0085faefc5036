import type { FixedPath } from '../src/paths.ts'

const isGame = (path: string) => /^\/(demo-)?games\/./.test(path)

const rendered: readonly FixedPath[] = [
  '/',
  '/start',
  '/login',
  '/signup',
  '/games',
  '/activities',
  '/account/wallet',
  '/notifications',
  '/account/terms-conditions',
  '/fairness',
]

/**
 * Whether a page comes with its markup: a visitor meets it first, or its first render is the same
 * for every player.
 */
export const isRendered = (path: string): boolean =>
  isGame(path) || rendered.some((one) => one === path)

/** Whether a page shows the games, and so asks for their list beside its scripts. */
export const listsGames = (path: string): boolean =>
  isGame(path) || path === '/games' || path === '/fairness'
