import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Address, createPublicClient, type Hex, http } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { CannotStart } from '../cannot-start.ts'

/** What a chain was founded as, kept in `chain.json`. Times are seconds since 1970. */
export type ChainIdentity = {
  chainId: number
  genesisTime: number
  genesisHash: Hex
  token: Address
  house: Address
}

/**
 * Kept in `keys.json`, for us alone. The faucet deployed the token and pays what newcomers get; the
 * house's key signs nothing here, for the worker counts its nonces and refuses a key that was used
 * elsewhere.
 */
export type ChainKeys = { house: Hex; faucet: Hex }

export async function readFounded(
  folder: string,
): Promise<{ identity: ChainIdentity; keys: ChainKeys }> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'))
  return { identity: await read('chain.json'), keys: await read('keys.json') }
}

/** Throws `CannotStart` where the chain at `url` is not the one that was founded. */
export async function checkIdentity(url: string, folder: string): Promise<void> {
  const { identity, keys } = await readFounded(folder)
  const client = createPublicClient({ transport: http(url) })
  const genesis = await client.getBlock({ blockNumber: 0n })
  const holds = {
    'chain id': (await client.getChainId()) === identity.chainId,
    'genesis hash': genesis.hash === identity.genesisHash,
    token: (await client.getCode({ address: identity.token })) !== undefined,
    house: privateKeyToAddress(keys.house) === identity.house,
  }
  const other = Object.entries(holds).flatMap(([name, same]) => (same ? [] : [name]))
  if (other.length > 0) {
    throw new CannotStart(
      `The chain kept in ${folder} has another ${other.join(' and ')} than its chain.json says: put the right files back, or delete the whole data folder to start again.`,
    )
  }
}
