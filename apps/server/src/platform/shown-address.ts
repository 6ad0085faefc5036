// Not from 'viem': the whole library takes 10 MB more, and the API needs only this.
import { getAddress } from 'viem/utils'

/** An address on the chain as it is shown: with its checksum in mixed case (EIP-55). */
export const shownAddress = (address: string): `0x${string}` => getAddress(address)
