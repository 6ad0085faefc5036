import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** An Ed25519 key (RFC 8032). */
export interface Ed25519Key {
  /** 32 bytes. */
  readonly publicKey: Buffer
  sign(message: Uint8Array): Buffer
}

/** RFC 8410: the PKCS #8 header before the 32 bytes of an Ed25519 secret. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key of a secret of 32 bytes. */
export function ed25519Key(secret: Uint8Array): Ed25519Key {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Head, secret]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return { publicKey: spki.subarray(-32), sign: (message) => sign(null, message, key) }
}
