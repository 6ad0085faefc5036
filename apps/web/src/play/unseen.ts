import { hundredths, type Money } from '@pipkin/money'
import { readStored, type Store, writeStored } from './storage.ts'

/** A round that was bet on and whose result hasn't been on screen yet. */
export interface Unseen {
  readonly id: string
  readonly stake: Money
}

const nameOf = (player: number, gameId: number) => `pipkin.unseen.${player}.${gameId}`

/**
 * Remembers the round, so that its end is shown even where the page is loaded anew while the answer
 * is on its way.
 */
export const keepUnseen = (
  store: Store,
  player: number,
  gameId: number,
  { id, stake }: Unseen,
): void => writeStored(store, nameOf(player, gameId), { id, stake: String(stake) })

export const forgetUnseen = (store: Store, player: number, gameId: number): void =>
  store.removeItem(nameOf(player, gameId))

export function readUnseen(store: Store, player: number, gameId: number): Unseen | null {
  const value = readStored(store, nameOf(player, gameId))
  if (typeof value !== 'object' || value === null) return null
  const { id, stake }: Partial<Record<keyof Unseen, unknown>> = value
  if (typeof id !== 'string' || typeof stake !== 'string' || !/^\d{1,15}$/.test(stake)) return null
  return { id, stake: hundredths(BigInt(stake)) }
}
