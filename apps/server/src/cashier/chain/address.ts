// Not the whole library: the API needs nothing else of it, and it takes 10 MB more.
import { getAddress } from 'viem/utils'
import type { Hex } from './chain.ts'

/** Small letters: how addresses and hashes are kept and compared. */
export function lower(text: string): Hex {
  if (!/^0x[0-9a-fA-F]*$/.test(text)) throw new Error('not in hex')
  return `0x${text.slice(2).toLowerCase()}`
}

/** With its checksum in the letters: how an address is shown. */
export const shownAddress = (address: string): Hex => getAddress(address)
