import type { Hex } from './chain.ts'

/** Lower case, in which addresses and hashes are stored and compared. */
export function lower(text: string): Hex {
  if (!/^0x[0-9a-fA-F]*$/.test(text)) throw new Error('not in hex')
  return `0x${text.slice(2).toLowerCase()}`
}
