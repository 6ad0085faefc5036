import { type GuessRules, guessNumber, guessRules } from '@pipkin/games/guess-number'
import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { demoRounds } from './demo-round.ts'

const on = { game: guessNumber, resultAfterMs: 0, againAfterMs: 0 }

/** Counts up: the same rounds in every run. */
let last = 0
const counting = (count: number) =>
  Uint8Array.from({ length: count }, () => (last = (last + 1) % 251))

async function deal(rules: GuessRules = guessRules) {
  const driver = demoRounds(on, rules, counting)
  const bet = await driver.bet(fkr(10))
  if (!bet.ok) throw new Error('a demo deals any bet')
  return { driver, round: bet.round }
}

test('deals by the rules, hides what they hide, and pays what they pay', async () => {
  const { driver, round } = await deal()
  expect(round.status).toBe('Pending')
  expect(round.view).toEqual({ numbers: round.view.numbers })
  const answer = await driver.move(round, { choice: 'even' })
  if (!answer.ok) throw new Error('an even number is shown')
  const even = answer.round.view.result! % 2 === 0
  expect(answer.round).toMatchObject({
    status: even ? 'Win' : 'Loss',
    returned: even ? fkr(15) : fkr(0),
  })
})

test('a move that the rules refuse changes nothing', async () => {
  const { driver, round } = await deal()
  const closed = [...Array(100).keys()].find((number) => !round.view.numbers.includes(number))
  const answer = await driver.move(round, { choice: 'number', number: closed! })
  expect(answer).toEqual({
    ok: false,
    kind: 'refused',
    message: 'no shown number meets the choice',
  })
})

test('every round is another one', async () => {
  const boards = await Promise.all(Array.from({ length: 20 }, () => deal()))
  expect(new Set(boards.map(({ round }) => round.view.numbers.join())).size).toBe(20)
})
