import { hundredths, type Money, subtract, zero } from '@pipkin/money'
import { json, stored } from '../browser/storage.ts'
import type { Round } from './round.ts'

/** The net results of the last five rounds of a game in this tab, the newest first. */
export type LastResults = readonly { readonly id: string; readonly net: Money }[]

type Settled = Pick<Round<unknown, unknown, unknown>, 'id' | 'stake' | 'returned'>

/** Adds a settled round, once however often it is shown. */
export function withResult(results: LastResults, { id, stake, returned }: Settled): LastResults {
  if (results.some((result) => result.id === id)) return results
  return [{ id, net: subtract(returned, stake) }, ...results].slice(0, 5)
}

/** A player's last results of a game in this tab. */
export const storedResults = (player: number, gameId: number) =>
  stored(
    'sessionStorage',
    `pipkin.results.${player}.${gameId}`,
    json(parseResults, (results) => results.map(({ id, net }) => ({ id, net: String(net) }))),
  )

const parseResults = (value: unknown): LastResults | undefined =>
  Array.isArray(value) ? value.flatMap(resultIn) : undefined

function resultIn(value: unknown): LastResults {
  if (typeof value !== 'object' || value === null) return []
  const { id, net }: { id?: unknown; net?: unknown } = value
  return typeof id === 'string' ? [{ id, net: moneyIn(net) }] : []
}

const moneyIn = (text: unknown): Money =>
  typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? hundredths(BigInt(text)) : zero
