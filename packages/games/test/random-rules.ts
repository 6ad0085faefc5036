import { type GameName, gameOf, parseRules, type Rules } from '../src/catalog.ts'
import type { Chance, Int } from '../src/fairness/chance.ts'
import { playDealt, type Sample } from '../src/returns/simulate.ts'
import { dealBy } from '../src/round.ts'
import { inTestsOf } from './in-tests.ts'

/** Rules as an operator might set them, at random, and many rounds of them in little time. */

/** Numbers from 0 to below 1, the same in each run (sfc32). */
export function numbersOf(seed: number): () => number {
  let [a, b, c, count] = [0, 0, seed | 0, 1]
  const next = () => {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  // The first ones of seeds that lie together would be alike.
  for (let i = 0; i < 15; i += 1) next()
  return next
}

type Next = () => number

/** Rules of a game with random pays, and any share of kind rounds. */
export function randomRules(name: GameName, next: Next): Rules {
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const made = inTestsOf(name).randomRules(whole)
  const rules = parseRules({ ...made, winPercentage: whole(0, 100) })
  if (!rules) throw new Error(`these are no rules of ${name}`)
  return rules
}

/**
 * Plays rounds by best play through the code of real rounds, with numbers from `next` in place of
 * those that a round key gives: the keys' hashes are most of what a real draw takes.
 */
export function simulateQuickly(rules: Rules, rounds: number, next: Next): Sample {
  const game = gameOf(rules)
  const int: Int = (n) => Math.floor(next() * n)
  const chance: Chance = { ints: () => int, leafSalt: () => new Uint8Array(32) }
  return playDealt(rules, rounds, () => dealBy(game, rules, chance))
}
