import { expect, test } from 'vitest'
import { isHex32, u64 } from './bytes.ts'
import { isClientSeed, roundKey } from './seeds.ts'

test.each(['a', 'Az09_-', 'x'.repeat(64)])('client seed %s', (seed) =>
  expect(isClientSeed(seed)).toBe(true),
)

test.each(['', 'a b', 'é', 'a\n', 'x'.repeat(65), null, 5, undefined, ['a']])(
  'no client seed: %j',
  (seed) => expect(isClientSeed(seed)).toBe(false),
)

test('a nonce is a count', () => {
  for (const nonce of [-1, 0.5, 2 ** 53, Number.NaN])
    expect(() => roundKey(new Uint8Array(32), '1', nonce)).toThrow(RangeError)
  expect(u64(2 ** 40)).toEqual(Uint8Array.of(0, 0, 1, 0, 0, 0, 0, 0))
})

test('32 bytes are 64 lower-case digits', () => {
  expect(isHex32('0f'.repeat(32))).toBe(true)
  for (const other of ['0F'.repeat(32), '0f'.repeat(31), `${'0f'.repeat(32)}\n`, 1])
    expect(isHex32(other)).toBe(false)
})
