import { type GameName, gameOf, openRound, playMove, type Round, type Rules } from '@pipkin/games'
import { guessRules } from '@pipkin/games/guess-number'
import { minesRules } from '@pipkin/games/mines'
import { slotRules } from '@pipkin/games/slot-machine'
import { ticTacToeRules } from '@pipkin/games/tic-tac-toe'
import { fkr } from '@pipkin/money'
import { describe, expect, test } from 'vitest'
import { payoutInWords, replayInWords } from './round-in-words.ts'

/** The first round among the seeds 0, 1, 2 … that says what is looked for. */
function roundWhere(
  rules: Rules,
  moves: readonly unknown[],
  holds: (round: Round) => boolean,
): Round {
  for (let seed = 0; seed < 500; seed += 1) {
    let round = openRound({ rules, roundKey: new Uint8Array(32).fill(7), clientSeed: `s${seed}` })
    for (const move of moves) {
      const played = playMove(round, move)
      if (played.ok) round = played.round
    }
    if (holds(round)) return round
  }
  throw new Error('no such round')
}

const payout = (rules: Rules, moves: readonly unknown[], expected: RegExp): string => {
  const round = roundWhere(rules, moves, (one) => expected.test(payoutInWords(one, fkr(20))))
  return payoutInWords(round, fkr(20))
}

describe('why a round pays what it pays', () => {
  const opened = [{ reveal: 0 }, { reveal: 7 }, { cashOut: true }]

  test('Mines', () => {
    expect(payout(minesRules, opened, /^2 tiles, 0\.5× \+ 1×/)).toBe(
      '2 tiles, 0.5× + 1× of 20 is 30',
    )
    expect(payout(minesRules, [{ reveal: 0 }, { cashOut: true }], /^1 tile, 2/)).toBe(
      '1 tile, 2.5× of 20 is 50',
    )
    expect(payout(minesRules, opened, /mine/)).toMatch(
      /^Row (1, column 1|2, column 3) was a mine: nothing$/,
    )
  })

  test('Guess number', () => {
    const rules = guessRules
    expect(payout(rules, [{ choice: 'even' }], /is even/)).toMatch(
      /^\d+ is even: 1\.5× of 20 is 30$/,
    )
    expect(payout(rules, [{ choice: 'odd' }], /not/)).toMatch(/^\d+ is not odd: nothing$/)
    expect(payout(rules, [{ choice: 'range', from: 51 }], /\d is in/)).toMatch(
      /^(5\d|60|61) is in 51–61: 1\.5× of 20 is 30$/,
    )
    expect(payout(rules, [{ choice: 'number', number: 42 }], /not/)).toMatch(
      /^\d+ is not your number 42: nothing$/,
    )
  })

  test('Slot', () => {
    expect(payout(slotRules, [{ spin: true }], /Three/)).toBe('Three of a kind: 2× of 20 is 40')
    expect(payout(slotRules, [{ spin: true }], /Two/)).toBe('Two of a kind: 1.5× of 20 is 30')
    expect(payout(slotRules, [{ spin: true }], /All/)).toBe('All different: nothing')
  })

  test('Tic-tac-toe', () => {
    const moves = [4, 0, 8, 2, 6, 1, 3, 5, 7].map((cell) => ({ cell }))
    const kind = { ...ticTacToeRules, winPercentage: 100 }
    expect(payout(kind, moves, /X has/)).toBe('X has three in a row: 2× of 20 is 40')
    expect(payout(kind, moves, /O has/)).toBe('O has three in a row: nothing')
    expect(payout(kind, moves, /tie/)).toBe('A tie: 1× of 20 is 20')
  })
})

test.each<[GameName, unknown, RegExp]>([
  ['mines', { reveal: 3 }, /^10 mines and 15 multipliers, all the same$/],
  ['guess-number', { choice: 'even' }, /^15 numbers, and \d+ is drawn$/],
  ['slot-machine', { spin: true }, /^(Cherry|Lemon|Grapes|Watermelon), \w+, \w+$/],
])('what %s dealt', (game, move, expected) => {
  const ended = (round: Round) => expected.test(replayInWords(round))
  expect(
    replayInWords(roundWhere(gameOf({ game }).offer.rules, [move, { cashOut: true }], ended)),
  ).toMatch(expected)
})

test('a hard round is called one', () => {
  const hard = roundWhere({ ...slotRules, winPercentage: 0 }, [{ spin: true }], () => true)
  expect(replayInWords(hard)).toMatch(/, in a hard round$/)
})
