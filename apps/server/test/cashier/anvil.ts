import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hex,
  type HttpTransport,
  http,
  type PublicClient,
  type TestClient,
  type TransactionReceipt,
  type WalletClient,
} from 'viem'
import { localChain } from '../../../local/src/chain/local-chain.ts'
import { spawnGuarded } from '../../../local/src/guarded-child.ts'

export interface Anvil {
  readonly url: string
  readonly pid: number
  /** Mines, drops blocks, sends in any account's name. */
  readonly control: TestClient<'anvil', HttpTransport, typeof localChain>
  readonly reader: PublicClient<HttpTransport, typeof localChain>
  readonly sender: WalletClient<HttpTransport, typeof localChain>
  /** Waits for the block of a transaction; answers its receipt. */
  mined(transaction: Hex): Promise<TransactionReceipt>
  stop(): Promise<void>
}

/**
 * A real local chain of a test's own, on a free port. It mines a block as soon as something is
 * sent.
 */
export async function startAnvil(...args: string[]): Promise<Anvil> {
  const child = spawnGuarded({
    command: binary(),
    args: ['--host', '127.0.0.1', '--port', '0', '--accounts', '1', ...args],
    stopSignal: 'KILL',
  })
  const port = await new Promise<string>((resolve, reject) => {
    void child.exited.then((code) => reject(new Error(`anvil ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const listening = /Listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1]
      if (listening) resolve(listening)
    })
  })
  const url = `http://127.0.0.1:${port}`
  const way = { chain: localChain, transport: http(url), cacheTime: 0, pollingInterval: 20 }
  const reader = createPublicClient(way)
  return {
    url,
    pid: child.pid,
    control: createTestClient({ mode: 'anvil', ...way }),
    reader,
    sender: createWalletClient(way),
    // While viem looks for replacements it passes over the next block, and here no other follows.
    mined: (hash) => reader.waitForTransactionReceipt({ hash, checkReplacement: false }),
    stop: () => child.stop(),
  }
}

function binary(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const require = createRequire(import.meta.resolve('@foundry-rs/anvil/package.json'))
  const manifest = require.resolve(`@foundry-rs/anvil-${platform}-${arch}/package.json`)
  return join(manifest, '../bin', platform === 'windows' ? 'anvil.exe' : 'anvil')
}
