import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CannotStart } from '../../../server/src/platform/process/cannot-start.ts'
import { type GuardedChild, spawnGuarded } from '../guarded-child.ts'
import { untilLine } from '../until-line.ts'
import { localChainId } from './local-chain.ts'

export interface AnvilOptions {
  /** Where it may put temporary files. */
  readonly home: string
  /** In seconds since 1970; it makes the genesis hash. */
  readonly genesisTime: number
  readonly chainId?: number
}

export interface Anvil extends GuardedChild {
  readonly url: string
}

/**
 * Starts an Ethereum node on this machine, without accounts of its own. It mines only on request
 * and keeps no state when it ends.
 */
export async function startAnvil({
  home,
  genesisTime,
  chainId = localChainId,
}: AnvilOptions): Promise<Anvil> {
  const child = spawnGuarded({
    command: anvilPath(),
    args: [
      '--port=0',
      '--accounts=0',
      '--no-mining',
      '--no-cors',
      // A saved state is handed back in one request.
      '--no-request-size-limit',
      `--timestamp=${genesisTime}`,
      `--chain-id=${chainId}`,
    ],
    stopSignal: 'KILL',
    env: { HOME: home },
  })
  const prefix = 'Listening on '
  const line = await untilLine(child, 'stdout', 'The local chain', (line) =>
    line.startsWith(prefix),
  )
  return { ...child, url: `http://${line.slice(prefix.length)}` }
}

/**
 * The node's own program. The package's command needs its install script, which npm may have
 * skipped; the program doesn't. Throws `CannotStart` where npm has not installed it.
 */
export function anvilPath(platform: string = process.platform): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${platform}-${architecture}`
  try {
    const anvil = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    return join(dirname(createRequire(anvil).resolve(`${name}/package.json`)), 'bin', 'anvil')
  } catch {
    throw new CannotStart(
      `The local chain's node is missing (${name} is not installed): run "npm ci" again, without --omit=optional, on Linux or macOS.`,
    )
  }
}
