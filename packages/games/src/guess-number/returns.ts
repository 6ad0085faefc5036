import { type Fraction, fraction, minus, one, sum } from '../exact/fraction.ts'
import type { End, Solution, Strategy } from '../exact/strategy.ts'
import type { GameReturns } from '../game.ts'
import { choicePays, type GuessMove, matching, meets } from './choices.ts'
import type { GuessState } from './rules.ts'
import type { GuessRules } from './settings.ts'

/**
 * A class of boards: for each choice, how many of the numbers shown meet it, and the number of such
 * boards.
 */
interface Boards {
  /** By choice, in the order of the choices asked for. */
  readonly met: readonly number[]
  readonly ways: bigint
}

const even: GuessMove = { choice: 'even' }
const odd: GuessMove = { choice: 'odd' }

const rangesOf = (rules: GuessRules): GuessMove[] =>
  rules.ranges.map(([from]) => ({ choice: 'range', from }))

/** The number of ways to choose `k` of `n` things. */
function choose(n: number, k: number): bigint {
  let ways = 1n
  for (let i = 0; i < k; i += 1) ways = (ways * BigInt(n - i)) / BigInt(i + 1)
  return ways
}

/**
 * Groups of numbers that meet the same choices: for each choice whether the group meets it, and the
 * size of the group.
 */
function groupsOf(
  rules: GuessRules,
  choices: readonly GuessMove[],
): { meets: boolean[]; size: number }[] {
  const groups = new Map<string, { meets: boolean[]; size: number }>()
  for (let number = 1; number <= rules.of; number += 1) {
    const met = choices.map((choice) => meets(rules, choice, number))
    const size = groups.get(met.join())?.size ?? 0
    groups.set(met.join(), { meets: met, size: size + 1 })
  }
  return [...groups.values()]
}

/**
 * Every possible board, by group of numbers. Boards that give every choice the same result are
 * counted together.
 */
function allBoards(rules: GuessRules, choices: readonly GuessMove[]): Boards[] {
  type Partial = Boards & { readonly left: number }
  let boards: Partial[] = [{ met: choices.map(() => 0), ways: 1n, left: rules.numbers }]
  for (const { meets, size } of groupsOf(rules, choices)) {
    const ways = Array.from({ length: Math.min(size, rules.numbers) + 1 }, (_, count) =>
      choose(size, count),
    )
    const merged = new Map<string, Partial>()
    for (const before of boards)
      for (const [count, here] of ways.slice(0, before.left + 1).entries()) {
        const met = before.met.map((already, i) => (meets[i] ? already + count : already))
        const left = before.left - count
        const key = `${met} ${left}`
        merged.set(key, { met, left, ways: before.ways * here + (merged.get(key)?.ways ?? 0n) })
      }
    boards = [...merged.values()]
  }
  return boards.filter(({ left }) => left === 0)
}

/** A strategy's option: what it pays, and how many of a board's numbers meet it. */
interface Option {
  readonly pays: number
  readonly metBy: (board: Boards) => number
}

/**
 * The average over boards of the best option. The best one in a hard round may differ from that in
 * a kind round, since in a hard round a choice wins only if both draws meet it.
 */
function average(
  name: string,
  shown: number,
  boards: readonly Boards[],
  options: readonly Option[],
): Strategy {
  let [all, kind, hard] = [0n, 0n, 0n]
  for (const board of boards) {
    const best = (draws: number) =>
      Math.max(...options.map(({ pays, metBy }) => pays * metBy(board) ** draws))
    all += board.ways
    kind += board.ways * BigInt(best(1))
    hard += board.ways * BigInt(best(2))
  }
  const over = (total: bigint, draws: number): Fraction =>
    fraction(total, all * BigInt(100 * shown ** draws))
  return { name, kind: over(kind, 1), hard: over(hard, 2) }
}

/** Every board, and the choices on it: the parities, the ranges, and any number. */
function boardsAndOptions(rules: GuessRules) {
  const choices = [even, odd, ...rangesOf(rules)]
  const boards = allBoards(rules, choices)
  const options = choices.map(
    (choice, i): Option => ({ pays: choicePays(rules, choice), metBy: ({ met }) => met[i] ?? 0 }),
  )
  const number: Option = { pays: rules.numberPays, metBy: () => 1 }
  return { boards, options, number }
}

/** How often best play wins with a number, with another choice, and loses. */
function endsOfGuess(rules: GuessRules): End[] {
  const { boards, options, number } = boardsAndOptions(rules)
  const all = boards.reduce((ways, board) => ways + board.ways, 0n)
  const chanceIn = (draws: number) => (byNumber: boolean) => {
    let ways = 0n
    for (const board of boards) {
      const worth = ({ pays, metBy }: Option) => pays * metBy(board) ** draws
      const best = [...options, number].reduce((a, b) => (worth(b) > worth(a) ? b : a))
      if ((best === number) === byNumber) ways += board.ways * BigInt(best.metBy(board) ** draws)
    }
    return fraction(ways, all * BigInt(rules.numbers ** draws))
  }
  const [kind, hard] = [chanceIn(1), chanceIn(2)]
  const end = (name: string, pays: number, byNumber: boolean): End => ({
    name,
    pays,
    kind: kind(byNumber),
    hard: hard(byNumber),
  })
  const wins = [
    end('even, odd or a range is met', rules.extraPays, false),
    end('the number is met', rules.numberPays, true),
  ]
  const rest = (of: (win: End) => Fraction) => minus(one, sum(wins.map(of)))
  return [
    ...wins,
    {
      name: 'the choice is not met',
      pays: 0,
      kind: rest((w) => w.kind),
      hard: rest((w) => w.hard),
    },
  ]
}

/** Exact returns over all boards. */
export function solveGuess(rules: GuessRules): Solution {
  const { boards, options, number } = boardsAndOptions(rules)
  const [parities, range] = [options.slice(0, 2), options.slice(2, 3)]
  const strategy = (name: string, among: readonly Option[], on = boards) =>
    average(name, rules.numbers, on, among)

  // At least half of the numbers, rounded up, share a parity.
  const numberNeverBest = rules.numberPays <= rules.extraPays * Math.ceil(rules.numbers / 2)
  return {
    best: strategy('best play', [...options, number]),
    bestPlay: numberNeverBest
      ? 'take the choice that most of the numbers shown meet.'
      : 'take the choice with the greatest chance times pay.',
    others: [
      strategy('the parity that more numbers have', parities),
      strategy('always even, or always odd', parities.slice(0, 1)),
      strategy('always a range', range),
      strategy(
        'a range, where it can be taken',
        range,
        boards.filter((board) => range.some(({ metBy }) => metBy(board) > 0)),
      ),
      strategy('any number', [number]),
    ],
  }
}

/** Best play: the choice that returns most on the board shown. */
function bestGuess({ rules, kind, numbers }: GuessState): GuessMove {
  const draws = kind ? 1 : 2
  const worth = (choice: GuessMove) =>
    choicePays(rules, choice) * matching(rules, choice, numbers) ** draws
  const anyNumber = numbers.slice(0, 1).map((number): GuessMove => ({ choice: 'number', number }))
  return [even, odd, ...rangesOf(rules), ...anyNumber].reduce((best, choice) =>
    worth(choice) > worth(best) ? choice : best,
  )
}

export const returns: GameReturns<GuessRules, GuessMove, GuessState> = {
  solve: solveGuess,
  bestPlay: () => ({ moveIn: bestGuess }),
  ends: endsOfGuess,
  most: ({ numberPays, extraPays }) => Math.max(numberPays, extraPays),
}
