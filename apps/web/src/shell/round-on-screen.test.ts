import { expect, test } from 'vitest'
import { holdRound, roundOnScreen } from './round-on-screen.ts'

test('a round is on screen from when it is held until it is let go, and not a moment longer', async () => {
  expect(await roundOnScreen()).toBe(false)
  const [first, second] = [holdRound(), holdRound()]
  expect(await roundOnScreen()).toBe(true)
  first()
  expect(await roundOnScreen()).toBe(true)
  second()
  expect(await roundOnScreen()).toBe(false)
})
