import { expect, test } from 'vitest'
import { shortId } from './short-id.ts'

test('the ends of what is long, all of what is short', () => {
  expect(shortId('0x7a3F0c5B2e81D94a6C3350fE8b17A2d46E9c91bE')).toBe('0x7a3F…91bE')
  expect(shortId('tx_7Qm4abcKa2d', 7)).toBe('tx_7Qm4…Ka2d')
  expect(shortId('51907263')).toBe('51907263')
})
