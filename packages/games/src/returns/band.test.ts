import { describe, expect, test } from 'vitest'
import type { Rules } from '../catalog.ts'
import { guessRules } from '../guess-number/settings.ts'
import { minesRules } from '../mines/settings.ts'
import { slotRules } from '../slot-machine/settings.ts'
import { ticTacToeRules } from '../tic-tac-toe/settings.ts'
import { bandOf, type Played, spreadOf } from './band.ts'
import { endsOf, toNumber } from './index.ts'

/** Numbers from 0 to below 1, the same in each run (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Plays rounds of best play by the game's exact ends; `more` is added to what each win pays. */
function playerOf(rules: Rules, seed: number, more = 0) {
  const next = numbersOf(seed)
  const ends = endsOf(rules).map(({ pays, chance }) => ({ pays, chance: toNumber(chance) }))
  const paysOf = (): number => {
    let left = next()
    for (const { pays, chance } of ends) {
      left -= chance
      if (left < 0) return pays > 0 ? pays + more : 0
    }
    return 0
  }
  return (rounds: number): Played => {
    let [staked, returned, stakeSquares, returnSquares] = [0, 0, 0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const stake = 10 + 10 * Math.floor(next() * 5)
      const payout = (stake * paysOf()) / 100
      staked += stake
      returned += payout
      stakeSquares += stake * stake
      returnSquares += payout * payout
    }
    return { rounds, staked, returned, stakeSquares, returnSquares }
  }
}

const games = [guessRules, minesRules, slotRules, ticTacToeRules]

test('the variance of a round is that of its exact ends', () => {
  // 4 of 64 spins pay 2, and 36 pay 1.5.
  expect(spreadOf({ ...slotRules, winPercentage: 100 })).toBeCloseTo(
    (4 * 4 + 36 * 2.25) / 64 - (31 / 32) ** 2,
    12,
  )
})

describe.each(games)('$game', (rules) => {
  test('an honest one stays in its band in 1,000 months, but for the promised share', () => {
    const month = playerOf(rules, 7)
    let out = 0
    for (let months = 0; months < 1_000; months += 1) {
      const { actual, low, high } = bandOf(rules, month(1_000))
      if (actual < low || actual > high) out += 1
    }
    // One is promised; more than six come in less than one of 10,000 such lives.
    expect(out).toBeLessThanOrEqual(6)
  })

  test('a rigged one leaves it within the rounds that the statistics need', () => {
    const more = 10
    const pays = endsOf(rules).filter((end) => end.pays > 0)
    const rise = (more / 100) * pays.reduce((sum, { chance }) => sum + toNumber(chance), 0)
    // Three standard errors beyond the band: it is missed less than once in 500. Stakes of 10 to
    // 50 count as 9 in 11 equal ones.
    const needed = Math.ceil((((3.2905 + 3) / rise) ** 2 * spreadOf(rules) * 11) / 9)
    const rigged = playerOf(rules, 11, more)
    const found = Array.from({ length: 50 }, () => bandOf(rules, rigged(needed)).verdict)
    expect(found.filter((verdict) => verdict === 'above').length).toBeGreaterThanOrEqual(48)
  })
})

test('“too little” is a verdict only in games without a choice', () => {
  const played = { rounds: 10_000, staked: 10_000, stakeSquares: 10_000, returned: 5_000 }
  const verdictOf = (rules: Rules) => bandOf(rules, { ...played, returnSquares: 7_500 }).verdict
  expect(games.map(verdictOf)).toEqual(['within', 'within', 'below', 'within'])
})

test('a few rounds, or few that count, are not judged', () => {
  const one = { staked: 100, returned: 900, stakeSquares: 100, returnSquares: 8_100 }
  expect(bandOf(slotRules, { rounds: 100, ...one }).verdict).toBe('few')
  // One stake of 1,000 outweighs a thousand of 1.
  const uneven = { staked: 2_000, returned: 9_000, stakeSquares: 1_001_000, returnSquares: 9e6 }
  expect(bandOf(slotRules, { rounds: 1_001, ...uneven }).verdict).toBe('few')
  const none = { rounds: 0, staked: 0, returned: 0, stakeSquares: 0, returnSquares: 0 }
  expect(bandOf(slotRules, none)).toMatchObject({ verdict: 'few', actual: 0 })
})
