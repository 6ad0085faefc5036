import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { blockBytes, Sha256, stateWords, writeWord } from './sha256.ts'

/** A text as bytes, as everything that is hashed or signed has it. */
export const utf8 = (text: string): Uint8Array => utf8ToBytes(text)

/** Byte strings one after the other. */
export const join = (...parts: Uint8Array[]): Uint8Array => concatBytes(...parts)

/** Lower-case hex, the way in which every byte string is printed. */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes)

/** The bytes of an even number of hex digits. Throws on anything else. */
export const fromHex = (hex: string): Uint8Array => hexToBytes(hex)

/** 32 bytes as they are printed: 64 lower-case hex digits. */
export const isHex32 = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** A whole number from 0 to 2³² − 1 as 4 bytes, big-endian. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  writeWord(bytes, 0, value)
  return bytes
}

/** A safe integer from 0 on as 8 bytes, big-endian. */
export function u64(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a count: ${value}`)
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/** The bytes after their length, so that two joined values can't be read as two others. */
export const lengthPrefixed = (bytes: Uint8Array): Uint8Array => join(u32(bytes.length), bytes)

/** The one hasher for all hashes: each must be finished before the next begins. */
export const sha256 = new Sha256()

/** A part of a message: bytes, or a whole number below 2³², which stands for its `u32`. */
export type Part = Uint8Array | number

/** SHA-256 of the parts one after the other. */
export function hash(...parts: Part[]): Uint8Array {
  takeAll(sha256.begin(), parts)
  return sha256.write(new Uint8Array(32))
}

const [innerPad, outerPad] = [0x36, 0x5c]
const inner = new Uint8Array(32)

/**
 * HMAC-SHA-256 (RFC 2104) of the parts one after the other. Throws if the key has more than 64
 * bytes.
 */
export function mac(key: Uint8Array, ...parts: Part[]): Uint8Array {
  checkKey(key)
  takeAll(sha256.begin().takePadded(key, innerPad), parts).write(inner)
  return sha256.begin().takePadded(key, outerPad).take(inner).write(new Uint8Array(32))
}

/** `mac` for many messages under one key. */
export function macUnder(key: Uint8Array): (...parts: Part[]) => Uint8Array {
  checkKey(key)
  const states = new Int32Array(2 * stateWords)
  sha256.begin().takePadded(key, innerPad).save(states, 0)
  sha256.begin().takePadded(key, outerPad).save(states, stateWords)
  return (...parts) => {
    takeAll(sha256.beginAfter(states, 0, 1), parts).write(inner)
    return sha256.beginAfter(states, stateWords, 1).take(inner).write(new Uint8Array(32))
  }
}

function takeAll(message: Sha256, parts: readonly Part[]): Sha256 {
  for (const part of parts)
    if (typeof part === 'number') message.takeWord(part)
    else message.take(part)
  return message
}

function checkKey({ length }: Uint8Array): void {
  if (length > blockBytes) throw new RangeError('a key has at most 64 bytes')
}
