import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Address, createPublicClient, type Hex, http } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { CannotStart } from '../../../server/src/platform/process/cannot-start.ts'
import { writeAtomically } from '../../../server/src/platform/process/write-atomically.ts'
import { call } from './json-rpc.ts'

/** A chain's identity, in `chain.json`. Times are seconds since 1970. */
export interface ChainIdentity {
  readonly chainId: number
  readonly genesisTime: number
  readonly genesisHash: Hex
  readonly token: Address
  readonly house: Address
}

/**
 * The keys in `keys.json`, which other accounts can't read. The faucet deploys the token and pays
 * newcomers. Only the worker uses the house's key: it refuses one that was used elsewhere.
 */
export interface ChainKeys {
  readonly house: Hex
  readonly faucet: Hex
}

/** Reads what `foundChain` has written. */
export async function readFounded(
  folder: string,
): Promise<{ identity: ChainIdentity; keys: ChainKeys }> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'))
  return { identity: await read('chain.json'), keys: await read('keys.json') }
}

/** Throws `CannotStart` if the chain at `url` isn't the one that was founded. */
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

/** The whole chain with its blocks and receipts, as the node dumps it: gzipped JSON. */
const fileName = 'state.json.gz'

/** Keeps the node's dump (hex). */
export async function saveState(folder: string, dump: string): Promise<void> {
  await writeAtomically(join(folder, fileName), Buffer.from(dump.slice('0x'.length), 'hex'))
}

/** Loads the kept state into a node. Throws `CannotStart` if the node doesn't take it. */
export async function loadState(folder: string, url: string): Promise<void> {
  const path = join(folder, fileName)
  try {
    await call(url, 'anvil_loadState', `0x${(await readFile(path)).toString('hex')}`)
  } catch (error) {
    throw new CannotStart(
      `The chain kept in ${path} can't be loaded (${error}): put the right file back, or delete the whole data folder to start again.`,
    )
  }
}
