import { hundredths, type Money } from '@pipkin/money'
import { json, stored } from '../browser/storage.ts'

/** A round whose result hasn't been on screen yet. */
export interface Unseen {
  readonly id: string
  readonly stake: Money
}

/** The player's unseen round of a game: a reload shows its end, even one that came meanwhile. */
export const storedUnseen = (player: number, gameId: number) =>
  stored(
    'sessionStorage',
    `pipkin.unseen.${player}.${gameId}`,
    json(parseUnseen, ({ id, stake }) => ({ id, stake: String(stake) })),
  )

function parseUnseen(value: unknown): Unseen | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, stake }: Partial<Record<keyof Unseen, unknown>> = value
  return typeof id === 'string' && typeof stake === 'string' && /^\d{1,15}$/.test(stake)
    ? { id, stake: hundredths(BigInt(stake)) }
    : undefined
}
