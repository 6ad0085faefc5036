import { add, hundredths, type Money, subtract, zero } from '@pipkin/money'
import { json, stored } from '../browser/storage.ts'
import type { Round } from './round.ts'

/** The settled rounds of one game since the tab was opened. */
export interface Tally {
  /** When it began, `Date.now()`; null before the first result. */
  readonly since: number | null
  readonly staked: Money
  readonly returned: Money
  /** What the last five came to, the newest first. */
  readonly last: readonly { readonly id: string; readonly net: Money }[]
}

export const emptyTally: Tally = { since: null, staked: zero, returned: zero, last: [] }

type Settled = Pick<Round<unknown, unknown, unknown>, 'id' | 'stake' | 'returned'>

/** Counts a settled round, once however often it is shown. */
export function counted(tally: Tally, round: Settled, now: number): Tally {
  if (tally.last.some(({ id }) => id === round.id)) return tally
  return {
    since: tally.since ?? now,
    staked: add(tally.staked, round.stake),
    returned: add(tally.returned, round.returned),
    last: [{ id: round.id, net: subtract(round.returned, round.stake) }, ...tally.last].slice(0, 5),
  }
}

/** The tally of a player's rounds of a game in this tab. */
export const storedTally = (player: number, gameId: number) =>
  stored(
    'sessionStorage',
    `pipkin.session.${player}.${gameId}`,
    json(parseTally, ({ since, staked, returned, last }) => ({
      since,
      staked: String(staked),
      returned: String(returned),
      last: last.map(({ id, net }) => ({ id, net: String(net) })),
    })),
  )

function parseTally(value: unknown): Tally | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { since, staked, returned, last }: Partial<Record<keyof Tally, unknown>> = value
  if (typeof since !== 'number' || !Array.isArray(last)) return undefined
  return {
    since,
    staked: moneyIn(staked),
    returned: moneyIn(returned),
    last: last.flatMap(resultIn),
  }
}

function resultIn(value: unknown): Tally['last'] {
  if (typeof value !== 'object' || value === null) return []
  const { id, net }: { id?: unknown; net?: unknown } = value
  return typeof id === 'string' ? [{ id, net: moneyIn(net) }] : []
}

const moneyIn = (text: unknown): Money =>
  typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? hundredths(BigInt(text)) : zero
