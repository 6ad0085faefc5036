import { hash, u32 } from '@pipkin/games/bytes'
import { type Amounts, sumOf } from './nodes.ts'

/**
 * Cuts what a player is owed into one to four parts at random places, so that the published sums
 * show no player's balance. `tag` (32 bytes) is the source of chance: the same cuts each time. No
 * two parts are equal, since equal leaves would show that they belong together.
 */
export function splitAmounts(amounts: Amounts, tag: Uint8Array): Amounts[] {
  const source = hash(Uint8Array.of(2), tag)
  let parts: Amounts[] = Array.from({ length: 1 + ((source[0] ?? 0) % 4) }, () => none)
  for (const [kind, amount] of amounts.entries()) {
    const cuts = parts
      .slice(1)
      .map((_, part) => below(hash(source, u32(kind), u32(part)), amount + 1n))
      .sort((a, b) => Number(a > b) - Number(a < b))
    const ends = [...cuts, amount]
    parts = parts.map((part, place) =>
      withAmount(part, kind, (ends[place] ?? 0n) - (cuts[place - 1] ?? 0n)),
    )
  }
  return distinct(parts)
}

const none: Amounts = [0n, 0n, 0n, 0n, 0n, 0n]

const withAmount = (part: Amounts, kind: number, amount: bigint): Amounts =>
  part.map((old, place) => (place === kind ? amount : old)) as unknown as Amounts

/** A number below `count`, which is small beside the 256 bits that it is drawn from. */
const below = (bytes: Uint8Array, count: bigint): bigint =>
  bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n) % count

/** Joins equal parts and leaves out empty ones, until all differ. */
function distinct(parts: readonly Amounts[]): Amounts[] {
  const kept = new Map<string, Amounts>()
  for (const part of parts) {
    if (sumOf(part) === 0n) continue
    let joined = part
    for (let same = kept.get(joined.join()); same; same = kept.get(joined.join())) {
      kept.delete(joined.join())
      joined = joined.map((amount, kind) => amount + (same?.[kind] ?? 0n)) as unknown as Amounts
    }
    kept.set(joined.join(), joined)
  }
  return kept.size > 0 ? [...kept.values()] : [none]
}
