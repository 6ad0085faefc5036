import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Address, Hex } from 'viem'
import { holdFolder } from '../../../server/src/platform/process/hold-folder.ts'
import { makeFolderAtomically } from '../atomic.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { foundChain } from './found-chain.ts'
import { call } from './json-rpc.ts'
import {
  type ChainIdentity,
  checkIdentity,
  loadState,
  readFounded,
  saveState,
} from './kept-files.ts'
import { makeSavedChain, type SavedChain } from './saved-chain.ts'
import { serveRpc } from './serve-rpc.ts'
import { giveFromFaucet } from './wallet.ts'

export interface LocalChain extends ChainIdentity {
  /** JSON-RPC over HTTP, on this machine alone: for the API and the worker. */
  readonly rpcUrl: string
  /** Answers a parsed JSON-RPC body: for the API's `/dev/rpc`. */
  readonly handle: SavedChain['handle']
  readonly houseKey: Hex
  /** Sends 10,000 test tokens and 1 ETH. */
  faucet(to: Address): Promise<void>
  /** Mines a block, and the confirmations on top of it. */
  mine(): Promise<void>
  /** The node's process. */
  readonly pid: number
  /** Settles when the node ends, by `stop` or by itself. */
  readonly exited: Promise<unknown>
  stop(): Promise<void>
}

export interface ChainOptions {
  /** Everything is kept in its subfolder `chain`. */
  readonly dataDir: string
  /** How many blocks are mined on top of the newest chain transaction, one every `blockTimeMs`. */
  readonly confirmations?: number
  readonly blockTimeMs?: number
  /** Where `rpcUrl` listens; by default on a free port. */
  readonly port?: number
}

/**
 * Starts the local chain; the first start founds it. All that a caller has seen of it is on disk,
 * so it is the same chain at each start. It ends with this process, even after `kill -9`. Throws
 * `CannotStart`, also where its files don't belong together.
 */
export async function startChain({
  dataDir,
  confirmations = 6,
  blockTimeMs = 1000,
  port,
}: ChainOptions): Promise<LocalChain> {
  const folder = join(resolve(dataDir), 'chain')
  const kept = join(folder, 'kept')
  const release = await holdFolder(folder)
  try {
    if (!existsSync(kept)) await makeFolderAtomically(kept, foundChain)
    const { identity, keys } = await readFounded(kept)
    const anvil = await wakeChain(kept, identity.genesisTime)
    const save = (dump: string) => saveState(kept, dump)
    const chain = makeSavedChain({ url: anvil.url, save, confirmations, blockTimeMs })
    async function stopChain() {
      await chain.stop()
      await anvil.stop()
    }
    const server = await serveRpc(chain.handle, port).catch(async (error) => {
      await stopChain()
      throw error
    })
    return {
      ...identity,
      rpcUrl: server.url,
      handle: chain.handle,
      houseKey: keys.house,
      faucet: (to) => chain.together((url) => giveFromFaucet(url, keys.faucet, identity.token, to)),
      mine: () => chain.together(async () => undefined),
      pid: anvil.pid,
      exited: anvil.exited,
      async stop() {
        await server.stop()
        await stopChain()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Starts a node on the state in a folder, and checks that it is the founded chain. It must start
 * with the same genesis: otherwise the dump would hold two blocks 0. That sets its clock back, so
 * the clock is corrected.
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
