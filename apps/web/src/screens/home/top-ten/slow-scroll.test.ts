import { expect, test } from 'vitest'
import { elapsedAt, roundMs, topAfter } from './slow-scroll.ts'

test('the list rests, glides evenly and rests again', () => {
  expect(topAfter(0, 310)).toBe(0)
  expect(topAfter(1_500, 310)).toBe(0)
  expect(topAfter(10_000, 310)).toBe(155)
  expect(topAfter(18_500, 310)).toBe(310)
  expect(topAfter(roundMs, 310)).toBe(310)
})

test.each([0, 1, 155, 309.5, 310])('goes on from %s px, where a person left it', (top) =>
  expect(topAfter(elapsedAt(top, 310), 310)).toBeCloseTo(top),
)

test('a list that fits stays where it is', () => {
  expect(topAfter(12_000, 0)).toBe(0)
  expect(elapsedAt(0, 0)).toBe(0)
})
