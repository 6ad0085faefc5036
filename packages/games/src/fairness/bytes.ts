import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

export const utf8 = (text: string): Uint8Array => utf8ToBytes(text)

export const join = (...parts: Uint8Array[]): Uint8Array => concatBytes(...parts)

/** Lower-case hex, the way in which every byte string is printed. */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes)

/** The bytes of an even number of hex digits. Throws on anything else. */
export const fromHex = (hex: string): Uint8Array => hexToBytes(hex)

/** 32 bytes as they are printed: 64 lower-case hex digits. */
export const isHex32 = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** A whole number from 0 to 2³² − 1 as 4 bytes, big-endian. */
export const u32 = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)

/** A safe integer from 0 on as 8 bytes, big-endian. */
export function u64(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a count: ${value}`)
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/** The bytes behind their own length: two joined values can't be read as two others. */
export const lengthPrefixed = (bytes: Uint8Array): Uint8Array => join(u32(bytes.length), bytes)

// What is hashed is worked in these, one after the other: a round of Mines asks for some hundred
// and fifty hashes, and new objects for each would be most of what they take.
const blankHash = sha256.create()
const hashing = blankHash.clone()
const macing = hmac.create(sha256, new Uint8Array(32))
const tag = new Uint8Array(32)
const keyBlock = new Uint8Array(64)

/** SHA-256 of the bytes one after the other. */
export function hash(...parts: Uint8Array[]): Uint8Array {
  blankHash._cloneInto(hashing)
  for (const part of parts) hashing.update(part)
  return hashing.digest()
}

/**
 * HMAC-SHA-256 (RFC 2104) of the bytes one after the other. The library's own makes new objects for
 * each key, which take half as long as its hashes. Throws where the key has more than 64 bytes.
 */
export function mac(key: Uint8Array, ...parts: Uint8Array[]): Uint8Array {
  beginUnder(key, 0x36)
  for (const part of parts) hashing.update(part)
  hashing.digestInto(tag)
  beginUnder(key, 0x5c)
  hashing.update(tag).digestInto(tag)
  return tag.slice()
}

function beginUnder(key: Uint8Array, pad: number): void {
  if (key.length > keyBlock.length) throw new RangeError('a key has at most 64 bytes')
  keyBlock.fill(pad)
  for (let at = 0; at < key.length; at += 1) keyBlock[at] = (key[at] ?? 0) ^ pad
  blankHash._cloneInto(hashing)
  hashing.update(keyBlock)
}

/** `mac` for many messages under one key. */
export function macUnder(key: Uint8Array): (...parts: Uint8Array[]) => Uint8Array {
  const keyed = hmac.create(sha256, key)
  return (...parts) => {
    keyed._cloneInto(macing)
    for (const part of parts) macing.update(part)
    macing.digestInto(tag)
    return tag.slice()
  }
}
