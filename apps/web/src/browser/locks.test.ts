import { expect, test } from 'vitest'
import { roundsOnScreen } from './locks.ts'

test('a shared lock is held until the last holder lets go, and no longer', async () => {
  expect(await roundsOnScreen.isHeld()).toBe(false)
  const [first, second] = [roundsOnScreen.hold(), roundsOnScreen.hold()]
  expect(await roundsOnScreen.isHeld()).toBe(true)
  first()
  expect(await roundsOnScreen.isHeld()).toBe(true)
  second()
  expect(await roundsOnScreen.isHeld()).toBe(false)
})
