import { join, lengthPrefixed, macUnder, utf8 } from './bytes.ts'

/** The next whole number from 0 to n − 1, all equally likely; n is 1 to 2³². */
export type Int = (n: number) => number

/** All the chance of one round, fixed when the bet is accepted. */
export interface Chance {
  /**
   * The numbers of a label, from the first one on. Another call for the same label starts again.
   */
  ints(label: string): Int
  /** The salt that hides the leaf of a cell in the layout's tree. */
  leafSalt(cell: number): Uint8Array
}

export interface ChanceSource {
  game: string
  roundKey: Uint8Array
  rulesHash: Uint8Array
  clientSeed: string
}

const leafLabel = utf8('fkr-leaf')
const version = lengthPrefixed(utf8('fair-1'))

/** A cache: games and labels are few, and each round names them again. */
const named = new Map<string, Uint8Array>()
function fixed(text: string): Uint8Array {
  const known = named.get(text) ?? lengthPrefixed(utf8(text))
  named.set(text, known)
  return known
}

/** The streams of a round, as `docs/fairness.md` states them. */
export function chanceOf({ game, roundKey, rulesHash, clientSeed }: ChanceSource): Chance {
  const mac = macUnder(roundKey)
  const round = join(version, fixed(game), rulesHash, lengthPrefixed(utf8(clientSeed)))
  return {
    ints(label) {
      const stream = join(round, fixed(label))
      return intsFrom((block) => mac(stream, block))
    },
    leafSalt: (cell) => mac(leafLabel, cell),
  }
}

const wordValues = 2 ** 32
const wordsABlock = 8

/**
 * Numbers from blocks of eight big-endian words. Each number goes on with the word after the last
 * one's.
 */
function intsFrom(blockAt: (index: number) => Uint8Array): Int {
  let taken = 0
  let block: DataView = new DataView(new ArrayBuffer(0))

  function word(): number {
    const place = taken % wordsABlock
    if (place === 0) {
      const bytes = blockAt(taken / wordsABlock)
      block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
    taken += 1
    return block.getUint32(place * 4)
  }

  return (n) => {
    if (!Number.isInteger(n) || n < 1 || n > wordValues)
      throw new RangeError(`no number below ${n}`)
    // Words from here on would make the small remainders likelier than the others.
    const limit = wordValues - (wordValues % n)
    let w = word()
    while (w >= limit) w = word()
    return w % n
  }
}
