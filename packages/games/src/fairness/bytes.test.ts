import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { fromHex, hash, join, mac, macUnder, toHex, u32, utf8 } from './bytes.ts'

test('a MAC is that of RFC 4231', () => {
  const tag = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  const parts = [utf8('what do ya want '), utf8('for nothing?')]
  expect(toHex(mac(utf8('Jefe'), ...parts))).toBe(tag)
  expect(toHex(macUnder(utf8('Jefe'))(...parts))).toBe(tag)
})

test('a hash is that of the library for messages of every length, however they are cut', () => {
  const text = utf8('abcdefghij'.repeat(40))
  for (let length = 0; length <= 260; length += 1)
    for (const cut of [0, 1, 5, 55, 56, 63, 64, 65, 70, 130, length]) {
      const message = text.subarray(0, length)
      expect(toHex(hash(message.subarray(0, cut), message.subarray(cut))), `${length} ${cut}`).toBe(
        toHex(sha256(message)),
      )
    }
})

test.each([0, 1, 0x80, 0xffff_ffff])('the number %i stands for its four bytes', (number) => {
  const part = u32(number)
  expect(toHex(part)).toBe(number.toString(16).padStart(8, '0'))
  expect(toHex(hash(utf8('a'), number, utf8('b')))).toBe(
    toHex(sha256(join(utf8('a'), part, utf8('b')))),
  )
  expect(toHex(mac(utf8('key'), number))).toBe(toHex(hmac(sha256, utf8('key'), part)))
})

test('a MAC is that of the library for keys and messages of every length', () => {
  const text = utf8('abcdefghij'.repeat(20))
  for (let length = 0; length <= 64; length += 1)
    for (const size of [0, 1, 54, 55, 56, 63, 64, 65, 119, 128, 200]) {
      const [key, message] = [text.subarray(0, length), text.subarray(0, size)]
      const expected = toHex(hmac(sha256, key, message))
      const halves = [message.subarray(0, size >> 1), message.subarray(size >> 1)]
      expect(toHex(mac(key, ...halves))).toBe(expected)
      expect(toHex(macUnder(key)(...halves))).toBe(expected)
    }
})

test('what is answered stays as it is, and a MAC may be the key or a part of the next', () => {
  const first = mac(utf8('key'), utf8('message'))
  const before = toHex(first)
  const second = mac(first, first)
  expect(toHex(first)).toBe(before)
  expect(toHex(second)).toBe(toHex(hmac(sha256, first, first)))
})

test('a key longer than a block is refused', () => {
  expect(() => mac(new Uint8Array(65))).toThrow(RangeError)
  expect(() => macUnder(new Uint8Array(65))).toThrow(RangeError)
  expect(toHex(mac(fromHex('aa'.repeat(64)), join()))).toHaveLength(64)
})
