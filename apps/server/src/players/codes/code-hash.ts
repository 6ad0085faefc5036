import { createHmac } from 'node:crypto'

/**
 * What is kept of a code. Four digits are soon guessed from a plain hash, so the hash of the
 * browser's pre-session token is the key of both hashes: a reader of the table lacks that key, and
 * a code that another browser sends doesn't match.
 */
export interface KeptCode {
  /** Identifies the browser that asked. */
  readonly browserHash: Buffer
  /** Identifies the code and the address that it was sent to. */
  readonly codeHash: Buffer
}

/** What the database keeps of a code: it can be checked only with the browser's pre-session. */
export const keptCode = (presession: Buffer, email: string, code: string): KeptCode => ({
  browserHash: browserHashOf(presession),
  codeHash: keyed(presession, `code ${code} for ${email}`),
})

/** Identifies the browser that asked for a code. */
export const browserHashOf = (presession: Buffer): Buffer => keyed(presession, 'browser')

const keyed = (presession: Buffer, text: string) =>
  createHmac('sha256', presession).update(text).digest()
