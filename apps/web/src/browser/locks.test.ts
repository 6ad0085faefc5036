import { expect, onTestFinished, test, vi } from 'vitest'
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

test('where the browser refuses locks none is held, and no wait lasts', async () => {
  const refuse = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
  vi.stubGlobal('navigator', { locks: { request: refuse, query: refuse } })
  onTestFinished(() => void vi.unstubAllGlobals())
  const letGo = roundsOnScreen.hold()
  await roundsOnScreen.whenFree()
  expect(await roundsOnScreen.isHeld()).toBe(false)
  letGo()
  expect(await roundsOnScreen.isHeld()).toBe(false)
})
