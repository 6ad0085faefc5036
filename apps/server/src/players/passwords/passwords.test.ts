import { expect, test } from 'vitest'
import { system } from '../../platform/process/clock.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords(system)

test('keeps Argon2id with 19 MiB and two passes, salted', async () => {
  const kept = await passwords.hash('a password')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.hash('a password')).not.toBe(kept)
  expect(await passwords.matches(kept, 'a password')).toBe(true)
  expect(await passwords.matches(kept, 'another')).toBe(false)
})

test('where nothing was kept no password is right, and it costs the same', async () => {
  const kept = await passwords.hash('a password')
  const time = async (of: string | undefined) => {
    const begun = performance.now()
    expect(await passwords.matches(of, 'another')).toBe(false)
    return performance.now() - begun
  }
  const least = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  for (let n = 0; n < 20; n += 1) {
    least.known = Math.min(least.known, await time(kept))
    least.unknown = Math.min(least.unknown, await time(undefined))
  }
  // The quickest of twenty each, so that whatever else the machine does has no say.
  expect(least.unknown / least.known).toBeGreaterThan(0.6)
  expect(least.unknown / least.known).toBeLessThan(1.7)
})
