import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Address, Hex } from 'viem'
import { holdFolder } from '../hold-folder.ts'
import { makeBeside } from '../make-beside.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { giveFromFaucet } from './faucet.ts'
import { foundChain } from './found-chain.ts'
import { type ChainIdentity, checkIdentity, readFounded } from './identity.ts'
import { call } from './json-rpc.ts'
import { makeSavedChain, type SavedChain } from './saved-chain.ts'
import { serveRpc } from './serve-rpc.ts'
import { loadState, saveState } from './state-file.ts'

export type LocalChain = ChainIdentity & {
  /** JSON-RPC over HTTP, on this machine alone: for the API and the worker. */
  rpcUrl: string
  /** Answers a parsed JSON-RPC body: for the API's `/dev/rpc`. */
  handle: SavedChain['handle']
  houseKey: Hex
  /** Sends 10,000 test tokens and 1 ETH. */
  faucet(to: Address): Promise<void>
  /** The node's process. */
  pid: number
  /** Settles when the node ends, asked or not. */
  exited: Promise<unknown>
  stop(): Promise<void>
}

export type ChainPlace = {
  /** Everything is kept in its subfolder `chain`. */
  dataDir: string
  /** How many blocks are mined on top of the newest chain transaction, one every `blockTimeMs`. */
  confirmations?: number
  blockTimeMs?: number
  /** Where `rpcUrl` listens; by default on a free port. */
  port?: number
}

/**
 * Starts the local chain, founded on the first start and the same ever after: what anybody was told
 * of it is on disk. It ends with this process, however that ends. Throws `CannotStart` with a
 * sentence, also where the kept files don't belong together.
 */
export async function startChain({
  dataDir,
  confirmations = 6,
  blockTimeMs = 1000,
  port,
}: ChainPlace): Promise<LocalChain> {
  const place = join(resolve(dataDir), 'chain')
  const kept = join(place, 'kept')
  const release = await holdFolder(place)
  try {
    if (!existsSync(kept)) await makeBeside(kept, foundChain)
    const { identity, keys } = await readFounded(kept)
    const anvil = await wakeChain(kept, identity.genesisTime)
    const save = (dump: string) => saveState(kept, dump)
    const chain = makeSavedChain({ url: anvil.url, save, confirmations, blockTimeMs })
    const server = await serveRpc(chain.handle, port)
    return {
      ...identity,
      rpcUrl: server.url,
      handle: chain.handle,
      houseKey: keys.house,
      faucet: (to) => chain.together((url) => giveFromFaucet(url, keys.faucet, identity.token, to)),
      pid: anvil.pid,
      exited: anvil.exited,
      async stop() {
        await server.stop()
        await chain.stop()
        await anvil.stop()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * A running node with the state kept in a folder, which is the one that was founded there. It is
 * started with the founding's own genesis, since a dump holds every block it ever met and another
 * block 0 would be among them; its clock, which goes on from there, is set right.
 */
async function wakeChain(kept: string, genesisTime: number): Promise<Anvil> {
  const anvil = await startAnvil({ home: kept, genesisTime })
  try {
    await loadState(kept, anvil.url)
    await call(anvil.url, 'evm_setTime', Math.floor(Date.now() / 1000))
    await checkIdentity(anvil.url, kept)
    return anvil
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
