import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'

/**
 * Keeps what is stored of second factors, under keys that the database doesn't hold: a copy of the
 * database gives no authenticator code, and its short codes can't be guessed from their hashes.
 */
export interface FactorKeys {
  /** Encrypts a player's secret; `random` is 12 fresh bytes. */
  encrypt(player: number, secret: string, random: Buffer): Buffer
  /** The secret again. Throws where it was encrypted for another player, or with another key. */
  decrypt(player: number, kept: Buffer): string
  /** What is kept of a recovery code, or of a code that was mailed. */
  codeHash(kind: 'recovery' | 'mail', of: string, code: string): Buffer
  /** What authenticators call a player: it shows outside that two passkeys are one player's. */
  userHandle(player: number): Buffer
}

const nonceBytes = 12
const tagBytes = 16

export function createFactorKeys(factorKey: Buffer): FactorKeys {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', factorKey, '', use, 32))
  const secretKey = keyFor('totp secrets')
  const codeKey = keyFor('codes')
  const handleKey = keyFor('user handles')
  const keyed = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  return {
    encrypt(player, secret, random) {
      const cipher = createCipheriv('aes-256-gcm', secretKey, random).setAAD(ownerOf(player))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([random, hidden, cipher.getAuthTag()])
    },
    decrypt(player, kept) {
      const decipher = createDecipheriv('aes-256-gcm', secretKey, kept.subarray(0, nonceBytes))
        .setAAD(ownerOf(player))
        .setAuthTag(kept.subarray(-tagBytes))
      const hidden = kept.subarray(nonceBytes, -tagBytes)
      return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
    },
    codeHash: (kind, of, code) => keyed(codeKey, `${kind} code ${code} of ${of}`),
    userHandle: (player) => keyed(handleKey, `player ${player}`),
  }
}

const ownerOf = (player: number) => Buffer.from(`player ${player}`)
