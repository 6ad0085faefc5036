import { expect, test } from 'vitest'
import { games, openRound, type View } from './catalog.ts'
import { finishRound, viewOf } from './round.ts'
import { isShaped } from './shape.ts'

const deal = { roundKey: new Uint8Array(32).fill(3), clientSeed: 'shape' }

test.each(games)('each view of $name has the fields that it lists, open and ended', (game) => {
  const round = openRound({ ...deal, rules: game.offer.rules })
  for (const one of [round, finishRound(round)]) {
    const view = viewOf(one)
    expect(isShaped<View>(view, game.viewFields)).toBe(true)
    const listed = Object.keys(game.viewFields)
    expect(Object.keys(view).filter((name) => !listed.includes(name))).toEqual([])
  }
})

test('a value of another form is none of the type’s', () => {
  const fields = { list: { list: 'number' }, mark: { oneOf: ['X', null] } } as const
  const is = (value: unknown) => isShaped<{ list: number[]; mark: 'X' | null }>(value, fields)
  expect(is({ list: [1], mark: null })).toBe(true)
  for (const value of [null, [], { list: 1, mark: null }, { list: ['1'], mark: 'X' }, { list: [] }])
    expect(is(value)).toBe(false)
})
