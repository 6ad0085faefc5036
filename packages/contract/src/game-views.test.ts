import { games } from '@pipkin/games'
import { mines } from '@pipkin/games/mines'
import { slotMachine } from '@pipkin/games/slot-machine'
import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { gameView, publicView } from './game-views.ts'
import { move } from './schemas/moves.ts'

const root = 'ab'.repeat(32)
const open = { revealed: [{ cell: 4, multiplier: 50 }], winAmount: 50, root, proofs: [] }

test('a view loses every field that its game doesn’t list, however deep it is hidden', () => {
  const leaky = { ...open, layout: [0, 50], revealed: [{ cell: 4, multiplier: 50, next: 0 }] }
  expect(publicView(mines.viewFields, leaky, fkr(20))).toEqual({ ...open, winAmount: 10 })
  expect(publicView(slotMachine.viewFields, { kind: true }, fkr(20))).toEqual({})
})

test('a part of the stake becomes money, and what the end reveals comes only with it', () => {
  const ended = { ...open, mines: [1], multipliers: [0, 50] }
  const shown = publicView(mines.viewFields, ended, fkr(20))
  expect(gameView.decode(gameView.encode(shown))).toEqual({ ...ended, winAmount: 10 })
})

test('a value of another type than its field’s is left out', () => {
  const text = { ...open, root: 7, proofs: 'all' }
  const { root: _, proofs: __, ...rest } = open
  expect(publicView(mines.viewFields, text, fkr(20))).toEqual({ ...rest, winAmount: 10 })
})

test.each(games)('the contract takes each form of a move of $name, and no other field', (game) => {
  for (const form of game.moveForms) {
    const example = Object.fromEntries(
      Object.entries<unknown>(form).map(([name, shape]) => [
        name,
        shape === 'integer' ? 1 : Object(shape).oneOf[0],
      ]),
    )
    expect(move.safeParse(example).success).toBe(true)
    expect(move.safeParse({ ...example, more: 1 }).success).toBe(false)
  }
})
