import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { join, toHex, utf8 } from '../fairness/bytes.ts'
import { isEd25519 } from './ed25519.ts'

const { Point } = ed25519
const message = utf8('a receipt')
const secret = new Uint8Array(32).fill(9)
const publicKey = ed25519.getPublicKey(secret)
const signature = ed25519.sign(message, secret)

test('takes the signature of this key over this message alone', () => {
  expect(isEd25519(signature, message, publicKey)).toBe(true)
  for (let at = 0; at < 64; at += 1) {
    const other = signature.with(at, (signature[at] ?? 0) ^ 1)
    expect(isEd25519(other, message, publicKey)).toBe(false)
  }
  expect(isEd25519(signature, utf8('another'), publicKey)).toBe(false)
  expect(isEd25519(signature, message, publicKey.with(0, 1))).toBe(false)
})

test('takes no second spelling of a signature, and none of another length', () => {
  const s = bytesToNumberLE(signature.subarray(32)) + Point.Fn.ORDER
  const spelled = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()
  expect(isEd25519(join(signature.subarray(0, 32), spelled), message, publicKey)).toBe(false)
  expect(isEd25519(signature.subarray(0, 63), message, publicKey)).toBe(false)
  expect(isEd25519(join(signature, new Uint8Array(1)), message, publicKey)).toBe(false)
})

test('takes no signature that holds only if both sides are multiplied by the cofactor', () => {
  // A house signs with R moved by a point of order 8.
  const [scalar, nonce] = [123_456_789n, 987_654_321n]
  const torsion = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
  const key = Point.BASE.multiply(scalar).toBytes()
  const r = Point.BASE.multiply(nonce).add(torsion).toBytes()
  const k = Point.Fn.create(bytesToNumberLE(sha512(join(r, key, message))))
  const s = Point.Fn.create(nonce + k * scalar)
  const two = join(r, Point.Fn.toBytes(s))
  expect(ed25519.verify(two, message, key, { zip215: false })).toBe(true)
  expect(isEd25519(two, message, key)).toBe(false)
})

test('takes no key of small order', () => {
  const key = Point.ZERO.toBytes()
  const r = Point.BASE.toBytes()
  const one = new Uint8Array(32).with(0, 1)
  expect(toHex(key)).toMatch(/^01/)
  expect(isEd25519(join(r, one), message, key)).toBe(false)
})
