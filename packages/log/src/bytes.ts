import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

// All hashes are made in these two: a new object for each would take half of a tree's time.
const blank = sha256.create()
const hashing = blank.clone()

/** SHA-256 of the bytes one after the other. */
export function hash(...parts: readonly Uint8Array[]): Uint8Array {
  blank._cloneInto(hashing)
  for (const part of parts) hashing.update(part)
  return hashing.digest()
}

/** A text as bytes, as everything that is hashed or signed has it. */
export const utf8 = (text: string): Uint8Array => utf8ToBytes(text)

/** Byte strings one after the other. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Whether two byte strings are the same. Not for secrets: it takes longer the more they agree. */
export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place])

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Standard base 64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const bits = (first << 16) | (second << 8) | third
    for (const shift of [18, 12, 6, 0]) text += letters[(bits >> shift) & 63]
  }
  const padding = (3 - (bytes.length % 3)) % 3
  return text.slice(0, text.length - padding) + '='.repeat(padding)
}

/** Null for what isn't the one base 64 text of its bytes. */
export function fromBase64(text: string): Uint8Array | null {
  const digits = text.replace(/=+$/, '')
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  let [bits, at] = [0, 0]
  for (let place = 0; place < digits.length; place += 1) {
    bits = ((bits << 6) | letters.indexOf(digits.charAt(place))) & 0xffffff
    if (place % 4 > 0) bytes[at++] = bits >> (6 - (place % 4) * 2)
  }
  return toBase64(bytes) === text ? bytes : null
}

/** A hash in base 64; null for anything else. */
export function hashOf(text: string): Uint8Array | null {
  const bytes = fromBase64(text)
  return bytes?.length === 32 ? bytes : null
}

/** A whole number from 0 on as it is written: no sign, no leading zero. Null for anything else. */
export function parseCount(text: string): number | null {
  const count = Number(text)
  return /^(0|[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(count) ? count : null
}
