import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'

/**
 * Encrypts and hashes what is stored of second factors, with keys that the database doesn't hold: a
 * copy of the database gives no authenticator code, and no short code can be guessed from its hash.
 */
export interface FactorKeys {
  /** Encrypts a player's secret; `random` is 12 fresh bytes. */
  encrypt(player: number, secret: string, random: Buffer): Buffer
  /** The secret again. Throws where it was encrypted for another player, or with another key. */
  decrypt(player: number, kept: Buffer): string
  /** Whether one of the keys has encrypted it. */
  isReadable(player: number, kept: Buffer): boolean
  /** Whether it was encrypted with `FACTOR_KEY` itself. */
  isCurrent(player: number, kept: Buffer): boolean
  /** What may be kept of a code that was mailed to a session; the first is what is kept now. */
  mailHashes(session: string, code: string): readonly [Buffer, ...Buffer[]]
  /** What authenticators call a player: it shows outside that two passkeys are one player's. */
  userHandle(player: number): Buffer
}

const nonceBytes = 12
const tagBytes = 16

/** `others` are keys that are only read: the one before, or the one to come. */
export function createFactorKeys(factorKey: Buffer, others: readonly Buffer[] = []): FactorKeys {
  const current = keysFrom(factorKey)
  const all = [current, ...others.map(keysFrom)]
  return {
    encrypt(player, secret, random) {
      const cipher = createCipheriv('aes-256-gcm', current.secrets, random).setAAD(ownerOf(player))
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([random, hidden, cipher.getAuthTag()])
    },
    decrypt(player, kept) {
      for (const keys of all) {
        const secret = decryptBy(keys.secrets, player, kept)
        if (secret !== null) return secret
      }
      throw new Error(
        `no key of FACTOR_KEY and OTHER_FACTOR_KEYS reads the factors of ${player}: add the one that encrypted them, or reset them (docs/runbooks/keys.md)`,
      )
    },
    isReadable: (player, kept) =>
      all.some(({ secrets }) => decryptBy(secrets, player, kept) !== null),
    isCurrent: (player, kept) => decryptBy(current.secrets, player, kept) !== null,
    mailHashes(session, code) {
      const hash = ({ codes }: Keys) => keyed(codes, `mail code ${code} of ${session}`)
      return [hash(current), ...all.slice(1).map(hash)]
    },
    userHandle: (player) => keyed(current.handles, `player ${player}`),
  }
}

interface Keys {
  readonly secrets: Buffer
  readonly codes: Buffer
  readonly handles: Buffer
}

function keysFrom(key: Buffer): Keys {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', key, '', use, 32))
  return {
    secrets: keyFor('totp secrets'),
    codes: keyFor('codes'),
    handles: keyFor('user handles'),
  }
}

/** Null where another key, or for another player, has encrypted it. */
function decryptBy(key: Buffer, player: number, kept: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, kept.subarray(0, nonceBytes))
      .setAAD(ownerOf(player))
      .setAuthTag(kept.subarray(-tagBytes))
    const hidden = kept.subarray(nonceBytes, -tagBytes)
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const keyed = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const ownerOf = (player: number) => Buffer.from(`player ${player}`)
