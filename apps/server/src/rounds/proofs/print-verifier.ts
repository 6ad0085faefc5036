import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Signer } from '../receipts.ts'

const place = '<meta name="receipt-key" content="'

/**
 * The built `verify.html` with the house's keys printed in, the current one first: a saved copy
 * checks signatures without a network. Why, and what that is worth:
 * `docs/decisions/2026-11-key-in-verify-html.md`.
 */
export function printVerifier(
  webDirectory: string,
  { publicKey, older }: Pick<Signer, 'publicKey' | 'older'>,
): string {
  const [before, after, ...more] = readFileSync(join(webDirectory, 'verify.html'), 'utf8').split(
    `${place}"`,
  )
  if (after === undefined || more.length > 0)
    throw new Error('verify.html must have one place for the key')
  return `${before}${place}${[publicKey, ...older].join(' ')}"${after}`
}
