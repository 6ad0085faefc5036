import { hash } from '@pipkin/games/bytes'
import { type Amounts, sumOf } from './nodes.ts'

type Parts = [bigint, bigint, bigint, bigint, bigint, bigint]
const none = (): Parts => [0n, 0n, 0n, 0n, 0n, 0n]

/**
 * Cuts what a player is owed into one to four parts at random places, so that the published sums
 * show no player's balance. `tag` (32 bytes) is the source of chance: the same cuts each time. No
 * two parts are equal, since equal leaves would show that they belong together.
 */
export function splitAmounts(amounts: Amounts, tag: Uint8Array): Amounts[] {
  const source = new Uint8Array(34)
  source[0] = 2
  source.set(tag, 1)
  const count = 1 + ((hash(source)[0] ?? 0) % 4)
  if (count === 1) return [amounts]
  const parts = Array.from({ length: count }, none)
  for (let kind = 0; kind < 6; kind += 1) {
    const amount = amounts[kind] ?? 0n
    if (amount === 0n) continue
    source[33] = kind + 1
    // Amounts are far below the 64 bits that a cut is drawn from.
    const chance = hash(source)
    const view = new DataView(chance.buffer, chance.byteOffset)
    const cuts = Array.from(
      { length: count - 1 },
      (_, cut) => view.getBigUint64(8 * cut) % (amount + 1n),
    ).sort((a, b) => Number(a > b) - Number(a < b))
    let before = 0n
    for (const [place, part] of parts.entries()) {
      const end = cuts[place] ?? amount
      part[kind] = end - before
      before = end
    }
  }
  return distinct(parts)
}

function sumsOf(one: Parts, other: Parts): Parts {
  const [a, b, c, d, e, f] = other
  return [one[0] + a, one[1] + b, one[2] + c, one[3] + d, one[4] + e, one[5] + f]
}

/** Joins equal parts and leaves out empty ones, until all differ. */
function distinct(parts: readonly Parts[]): Amounts[] {
  const kept: Parts[] = []
  for (const part of parts) {
    if (sumOf(part) === 0n) continue
    let joined = part
    const isSame = (other: Parts) => other.every((amount, kind) => amount === joined[kind])
    for (let at = kept.findIndex(isSame); at >= 0; at = kept.findIndex(isSame))
      for (const same of kept.splice(at, 1)) joined = sumsOf(joined, same)
    kept.push(joined)
  }
  return kept.length > 0 ? kept : [none()]
}
