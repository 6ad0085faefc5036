import { type GameName, gameOf, parseRules, type Rules, type State } from '../src/catalog.ts'
import type { Chance } from '../src/fairness/chance.ts'
import { guessRules } from '../src/guess-number/settings.ts'
import { minesRules } from '../src/mines/settings.ts'
import type { Sample } from '../src/returns/index.ts'
import { returnsList } from '../src/returns/returns-list.ts'
import { slotRules } from '../src/slot-machine/settings.ts'
import { ticTacToeRules } from '../src/tic-tac-toe/settings.ts'

/** Rules as an operator might set them, at random, and many rounds of them in little time. */

/** Numbers from 0 to below 1, the same in each run (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Next = () => number
const whole = (next: Next, least: number, most: number): number =>
  least + Math.floor(next() * (most - least + 1))

/** From one to four multipliers over 5 to 23 safe cells. */
function randomMines(next: Next): Rules {
  const safe = whole(next, 5, 23)
  const kinds = whole(next, 1, 4)
  const multipliers = Array.from({ length: kinds }, (_, i): [number, number] => [
    10 + 40 * i + whole(next, 0, 39),
    i === kinds - 1 ? safe - (kinds - 1) : 1,
  ])
  return { ...minesRules, mines: minesRules.cells - safe, multipliers }
}

const makers: Readonly<Record<GameName, (next: Next) => Rules>> = {
  'guess-number': (next) => ({
    ...guessRules,
    numberPays: whole(next, 100, 1_500),
    extraPays: whole(next, 100, 200),
  }),
  mines: randomMines,
  'slot-machine': (next) => ({
    ...slotRules,
    jackpotPays: whole(next, 100, 800),
    pairPays: whole(next, 50, 170),
  }),
  'tic-tac-toe': (next) => ({
    ...ticTacToeRules,
    winPays: whole(next, 101, 300),
    tiePays: whole(next, 1, 100),
  }),
}

/** Rules of a game with random pays, and any share of kind rounds. */
export function randomRules(name: GameName, next: Next): Rules {
  const rules = parseRules({ ...makers[name](next), winPercentage: whole(next, 0, 100) })
  if (!rules) throw new Error(`these are no rules of ${name}`)
  return rules
}

/**
 * Plays rounds by best play as `simulate` does, with numbers from `next` in place of the draws of a
 * round key: a hundred times as fast.
 */
export function simulateQuickly(rules: Rules, rounds: number, next: Next): Sample {
  const game = gameOf(rules)
  const best = returnsList[rules.game].bestPlay(rules)
  const chance: Chance = {
    ints: () => (n) => Math.floor(next() * n),
    leafSalt: () => new Uint8Array(32),
  }
  const paysOf = (state: State): number => {
    const outcome = game.outcome(state)
    if (outcome) return outcome.pays
    const played = game.play(state, best.moveIn(state))
    if (!played.ok) throw new Error(`best play was refused: ${played.why}`)
    return paysOf(played.state)
  }
  let [total, squares] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const pays = paysOf(game.open(rules, next() * 100 < rules.winPercentage, chance))
    total += pays
    squares += pays * pays
  }
  const mean = total / rounds
  return { mean: mean / 100, error: Math.sqrt((squares / rounds - mean * mean) / rounds) / 100 }
}
