import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { fromBase64, hash, isEqual, join, toBase64, utf8 } from './bytes.ts'

/** Signed notes (c2sp.org/signed-note), with Ed25519 alone. */

/** What a key signs: whole notes, or checkpoints as a witness (c2sp.org/tlog-cosignature). */
const signatureTypes = { note: 1, cosignature: 4 } as const
type SignatureType = keyof typeof signatureTypes

/** A public key with the name that stands in its signatures. */
export interface Verifier {
  readonly name: string
  readonly type: SignatureType
  /** 32 bytes. */
  readonly publicKey: Uint8Array
}

/** Signs as RFC 8032 says, with the verifier's secret. */
export interface NoteKey extends Verifier {
  sign(message: Uint8Array): Uint8Array
}

/** A name without white space, controls and `+`, which ends it in a verifier key. */
export const isKeyName = (name: string): boolean =>
  name !== '' && !/[\p{White_Space}\p{Cc}+]/u.test(name)

/** Four bytes. */
const keyId = ({ name, type, publicKey }: Verifier): Uint8Array =>
  hash(utf8(`${name}\n`), Uint8Array.of(signatureTypes[type]), publicKey).subarray(0, 4)

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The key as text: `<name>+<key id in hex>+<base 64 of type and key>`. */
export const verifierText = (verifier: Verifier): string => {
  const key = join([Uint8Array.of(signatureTypes[verifier.type]), verifier.publicKey])
  return `${verifier.name}+${hex(keyId(verifier))}+${toBase64(key)}`
}

/** Null for what is no verifier key of a known type, or names another id than its own. */
export function parseVerifier(text: string): Verifier | null {
  const [, name = '', id, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? []
  const key = fromBase64(encoded)
  if (!isKeyName(name) || key?.length !== 33) return null
  const type = key[0] === 1 ? 'note' : key[0] === 4 ? 'cosignature' : null
  const verifier: Verifier | null = type && { name, type, publicKey: key.subarray(1) }
  return verifier && hex(keyId(verifier)) === id ? verifier : null
}

/** A signature line of a note. */
export interface SignatureLine {
  readonly name: string
  /** The key's id, and what it signed with. */
  readonly bytes: Uint8Array
}

export interface Note {
  /** Ends in a newline. */
  readonly text: string
  readonly signatures: readonly SignatureLine[]
}

/** More than any witness network adds. */
const mostSignatures = 100

/** `text` must be one that `parseNote` takes. */
export const noteText = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(lineText).join('')}`

/** A signature as a line of a signed note. */
export const lineText = ({ name, bytes }: SignatureLine): string => `— ${name} ${toBase64(bytes)}\n`

const hasControls = (text: string): boolean => utf8(text).some((byte) => byte < 32 && byte !== 10)

/** Null for anything but a signed note. */
export function parseNote(given: string): Note | null {
  const end = given.lastIndexOf('\n\n')
  if (end < 0 || !given.isWellFormed() || hasControls(given)) return null
  const signatures = parseLines(given.slice(end + 2))
  return signatures && { text: given.slice(0, end + 1), signatures }
}

/** The signature lines of a note, or those that a witness answers with; null for anything else. */
export function parseLines(given: string): SignatureLine[] | null {
  if (!given.endsWith('\n')) return null
  const lines = given.slice(0, -1).split('\n')
  if (lines.length > mostSignatures) return null
  const signatures: SignatureLine[] = []
  for (const line of lines) {
    const [, name = '', encoded = ''] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? []
    const bytes = fromBase64(encoded)
    if (!isKeyName(name) || !bytes || bytes.length < 5) return null
    signatures.push({ name, bytes })
  }
  return signatures
}

/** Whether the line names this key; ignore another key's line. */
export const isBy = (line: SignatureLine, verifier: Verifier): boolean =>
  line.name === verifier.name && isEqual(line.bytes.subarray(0, 4), keyId(verifier))

/** A line by a key: `signature` is what follows the key's id. */
export const lineBy = (verifier: Verifier, signature: Uint8Array): SignatureLine => ({
  name: verifier.name,
  bytes: join([keyId(verifier), signature]),
})

const { Point } = ed25519

/**
 * Whether the key's owner has signed the message, by RFC 8032, section 5.1.7, without the cofactor,
 * as OpenSSL and others check. `ed25519.verify` multiplies by it, so a log could sign checkpoints
 * that hold in a browser and nowhere else.
 */
export const isSignature = (
  { publicKey }: Verifier,
  message: Uint8Array,
  signature: Uint8Array,
): boolean => {
  try {
    const r = signature.subarray(0, 32)
    const key = Point.fromBytes(publicKey)
    if (key.isSmallOrder()) return false
    const k = Point.Fn.create(bytesToNumberLE(sha512(join([r, publicKey, message]))))
    const s = Point.Fn.fromBytes(signature.subarray(32))
    return isEqual(Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k)).toBytes(), r)
  } catch {
    return false
  }
}

/** Signs a text that ends in a newline. */
export const signNote = (text: string, key: NoteKey): Note => ({
  text,
  signatures: [lineBy(key, key.sign(utf8(text)))],
})

/** `absent`: the key hasn't signed. `wrong`: a line names the key and isn't its signature. */
export type Judged = 'good' | 'absent' | 'wrong'

/** Whether a key has signed a note. */
export function judgeNote({ text, signatures }: Note, verifier: Verifier): Judged {
  const lines = signatures.filter((line) => isBy(line, verifier))
  if (lines.length === 0) return 'absent'
  const isGood = lines.every(({ bytes }) => isSignature(verifier, utf8(text), bytes.subarray(4)))
  return isGood ? 'good' : 'wrong'
}
