import { expect, test } from 'vitest'
import { system } from '../../platform/process/clock.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords(system)

test('AUTH-07 keeps Argon2id with 19 MiB and two passes, salted', async () => {
  const kept = await passwords.hash('a password')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.hash('a password')).not.toBe(kept)
  expect(await passwords.matches(kept, 'a password')).toBe(true)
  expect(await passwords.matches(kept, 'another')).toBe(false)
})

test('without a stored hash no password is right, and it costs the same', async () => {
  const kept = await passwords.hash('a password')
  const time = async (of: string | undefined) => {
    const begun = performance.now()
    expect(await passwords.matches(of, 'another')).toBe(false)
    return performance.now() - begun
  }
  const least = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  // Takes the quickest of many, so that other work on the machine doesn't count. A branch
  // without a hash stays below for ever.
  const ratio = () => least.unknown / least.known
  const isAlike = () => ratio() > 0.6 && ratio() < 1.7
  for (let n = 0; n < 20 || (n < 200 && !isAlike()); n += 1) {
    least.known = Math.min(least.known, await time(kept))
    least.unknown = Math.min(least.unknown, await time(undefined))
  }
  expect(ratio()).toBeGreaterThan(0.6)
  expect(ratio()).toBeLessThan(1.7)
})
