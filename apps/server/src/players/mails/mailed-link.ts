import { createHash } from 'node:crypto'
import type { Surroundings } from '../../platform/process/clock.ts'

/**
 * A new link to a page below the public address, with 32 random bytes in its fragment, and the hash
 * that the database keeps.
 */
export function newMailedLink(
  { randomBytes }: Pick<Surroundings, 'randomBytes'>,
  publicUrl: URL,
  path: '/reset-password' | '/not-me',
) {
  const token = randomBytes(32).toString('base64url')
  return { href: new URL(`${path}#${token}`, publicUrl).href, hash: linkTokenHash(token) }
}

/** How the database knows the token of a link. */
export const linkTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
