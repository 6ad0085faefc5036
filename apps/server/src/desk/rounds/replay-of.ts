import type { DeskDeps } from '../desk-deps.ts'

export type RoundSiteDeps = Pick<DeskDeps, 'playersUrl'>

/** Where the players' site shows a settled round as it went, with its proof; null without one. */
export const replayOf = ({ playersUrl }: RoundSiteDeps, transaction: string): string | null =>
  playersUrl && new URL(`/rounds/${transaction}`, playersUrl).href
