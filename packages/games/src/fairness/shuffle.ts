import type { Int } from './chance.ts'

function swap<T>(items: T[], i: number, j: number): void {
  const [a, b] = [items[i], items[j]]
  if (a === undefined || b === undefined) throw new RangeError(`no places ${i} and ${j}`)
  items[i] = b
  items[j] = a
}

/** The first `count` items of a shuffle, in the order in which they are drawn. */
export function drawItems<T>(items: readonly T[], count: number, int: Int): T[] {
  const left = [...items]
  for (let i = 0; i < count; i += 1) swap(left, i, i + int(left.length - i))
  return left.slice(0, count)
}

/** All items in a new order, dealt from the last place down to the second. */
export function shuffle<T>(items: readonly T[], int: Int): T[] {
  const dealt = [...items]
  for (let i = dealt.length - 1; i > 0; i -= 1) swap(dealt, i, int(i + 1))
  return dealt
}
