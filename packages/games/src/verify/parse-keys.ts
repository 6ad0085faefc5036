import { isHex32 } from '../fairness/bytes.ts'
import type { Trust } from './verify-receipt.ts'

/**
 * Reads the house's keys as a person or a page gives them, parted by spaces or commas: the one it
 * signs with, then those it signed with before. A blank text means that there is no key. Null for
 * what can't be keys.
 */
export function parseKeys(text: string): Pick<Trust, 'publicKey' | 'older'> | null {
  const [publicKey = null, ...older] = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  if (publicKey === null) return { publicKey }
  return [publicKey, ...older].every(isHex32) ? { publicKey, older } : null
}
