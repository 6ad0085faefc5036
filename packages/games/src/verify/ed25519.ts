import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { join, toHex } from '../fairness/bytes.ts'

const { Point } = ed25519

/**
 * Whether the holder of a key (32 bytes) has signed a message, by RFC 8032, section 5.1.7, without
 * the cofactor, as OpenSSL and others check. `ed25519.verify` multiplies by it, so a house could
 * sign receipts that hold in a browser and nowhere else.
 */
export function isEd25519(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  try {
    const r = signature.subarray(0, 32)
    const key = Point.fromBytes(publicKey)
    if (key.isSmallOrder()) return false
    const k = Point.Fn.create(bytesToNumberLE(sha512(join(r, publicKey, message))))
    const s = Point.Fn.fromBytes(signature.subarray(32))
    const point = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k))
    return toHex(point.toBytes()) === toHex(r)
  } catch {
    return false
  }
}
