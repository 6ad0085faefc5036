import { createHmac } from 'node:crypto'

/**
 * What is kept of a code. Four digits are soon guessed from a plain hash, so both hashes are keyed
 * with the hash of the browser's pre-session token: whoever reads the table lacks the key, and a
 * code that another browser sends doesn't match.
 */
export interface KeptCode {
  /** Tells the browser that asked. */
  readonly browserHash: Buffer
  /** Tells the code, sent to this address. */
  readonly codeHash: Buffer
}

export function keptCode(presession: Buffer, email: string, code: string): KeptCode {
  const keyed = (text: string) => createHmac('sha256', presession).update(text).digest()
  return { browserHash: keyed('browser'), codeHash: keyed(`code ${code} for ${email}`) }
}
