import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { pipkinToken } from '@pipkin/token'
import { type Address, createPublicClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandLine } from '../command-line.ts'
import {
  launch,
  makeDataDir,
  type Parent,
  startInParent,
  waysToRun,
} from '../testing/start-in-parent.ts'
import { anvilPath } from './anvil.ts'
import { localChain } from './local-chain.ts'
import { type LocalChain, startChain } from './start-chain.ts'
import { walletOf } from './wallet.ts'

const script = ['chain/start-chain.ts', 'startChain'] as const
type Started = Pick<LocalChain, 'rpcUrl' | 'pid' | 'token' | 'house' | 'houseKey'>

let dataDir: string
const running: { end(): Promise<void> }[] = []
beforeEach(() => {
  dataDir = makeDataDir()
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.end()
  rmSync(dirname(dataDir), { recursive: true })
})

async function start(
  options: { confirmations?: number; blockTimeMs?: number } = {},
): Promise<LocalChain> {
  const started = await startChain({ dataDir, ...options })
  running.push({ end: started.stop })
  return started
}

function client(url: string) {
  return createPublicClient({ chain: localChain, transport: http(url) })
}

function tokensOf(started: Started, holder: Address): Promise<bigint> {
  return client(started.rpcUrl).readContract({
    ...pipkinToken,
    address: started.token,
    functionName: 'balanceOf',
    args: [holder],
  })
}

/** The nodes that this process has started and that run. */
const ownNodes = (): string[] =>
  execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => Number.parseInt(line, 10) === process.pid && line.includes('anvil'))

test('a node that npm has not installed is reported in a sentence', () => {
  expect(() => anvilPath('plan9')).toThrow(
    /^The local chain's node is missing \(@foundry-rs\/anvil-plan9-\w+ is not installed\): run "npm ci" again/,
  )
})

test('founds a chain with the token and a funded house with a key of its own', async () => {
  const started = await start()
  const read = client(started.rpcUrl)
  expect(started.chainId).toBe(31337)
  expect(privateKeyToAddress(started.houseKey)).toBe(started.house)
  expect(await read.getTransactionCount({ address: started.house })).toBe(0)
  expect(await read.getBalance({ address: started.house })).toBe(parseEther('1000'))
  expect(await tokensOf(started, started.house)).toBe(parseEther('1000000'))
  const token = { ...pipkinToken, address: started.token }
  expect(await read.readContract({ ...token, functionName: 'name' })).toBe('Pipkin test token')
  expect(await read.readContract({ ...token, functionName: 'symbol' })).toBe('FKR')
  expect(await read.readContract({ ...token, functionName: 'decimals' })).toBe(18)
  expect(statSync(join(dataDir, 'chain/kept/keys.json')).mode & 0o777).toBe(0o600)
})

test('gives every chain keys of its own', async () => {
  const first = await start()
  await running.pop()?.end()
  rmSync(join(dataDir, 'chain'), { recursive: true })
  expect((await start()).house).not.toBe(first.house)
})

test('gives each newcomer 10,000 tokens and 1 ETH, however many ask at once', async () => {
  const started = await start()
  const newcomers = Array.from({ length: 8 }, () => privateKeyToAddress(generatePrivateKey()))
  await Promise.all(newcomers.map((newcomer) => started.faucet(newcomer)))
  for (const newcomer of newcomers) {
    expect(await tokensOf(started, newcomer)).toBe(parseEther('10000'))
    expect(await client(started.rpcUrl).getBalance({ address: newcomer })).toBe(parseEther('1'))
  }
})

test('confirms a chain transaction by itself, at the hour of the day', async () => {
  const started = await start({ confirmations: 4, blockTimeMs: 20 })
  const read = client(started.rpcUrl)
  const hash = await walletOf(started.houseKey, started.rpcUrl).sendTransaction({
    to: started.house,
  })
  const { blockNumber } = await read.getTransactionReceipt({ hash })
  const height = () => read.getBlockNumber({ cacheTime: 0 })
  await expect.poll(height).toBeGreaterThanOrEqual(blockNumber + 4n)
  // A block's time may be a second behind the clock, and the wait above takes a while.
  const { timestamp } = await read.getBlock({ blockNumber })
  expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(600)
})

test('is the same chain after any number of stops', async () => {
  const first = await start()
  const newcomer = privateKeyToAddress(generatePrivateKey())
  const identity = {
    genesisHash: first.genesisHash,
    token: first.token,
    house: first.house,
    houseKey: first.houseKey,
  }
  await first.faucet(newcomer)
  for (let times = 0; times < 4; times++) {
    await running.pop()?.end()
    const again = await start()
    expect(again).toMatchObject(identity)
    expect(await tokensOf(again, newcomer)).toBe(parseEther('10000'))
    await again.faucet(again.house)
  }
})

test('refuses a second start by name', async () => {
  await start()
  await expect(startChain({ dataDir })).rejects.toThrow(
    `Another Pipkin (process ${process.pid}) already uses`,
  )
})

test('leaves no node behind where its port is taken, and lets go of the folder', async () => {
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await expect(startChain({ dataDir, port: port! })).rejects.toThrow('EADDRINUSE')
  expect(ownNodes()).toEqual([])
  other.close()
  await start()
  expect(ownNodes()).toHaveLength(1)
})

test('refuses to start with another chain id, genesis hash, token or house in its files', async () => {
  await start()
  await running.pop()?.end()
  const path = join(dataDir, 'chain/kept/chain.json')
  const identity = JSON.parse(readFileSync(path, 'utf8'))
  const others = {
    'chain id': { chainId: 1 },
    'genesis hash': { genesisHash: '0x12' },
    token: { token: identity.house },
    house: { house: identity.token },
  }
  for (const [field, other] of Object.entries(others)) {
    writeFileSync(path, JSON.stringify({ ...identity, ...other }))
    await expect(start(), field).rejects.toThrow(`has another ${field} than its chain.json says`)
  }
})

test('refuses a state that does not load, and lets go of the folder', async () => {
  await start()
  await running.pop()?.end()
  const path = join(dataDir, 'chain/kept/state.json.gz')
  const whole = readFileSync(path)
  writeFileSync(path, whole.subarray(0, 100))
  await expect(start()).rejects.toThrow(`The chain kept in ${path} can't be loaded`)
  writeFileSync(path, whole)
  await start()
})

describe.each(waysToRun)('in a process of its own, started %s', (_, account) => {
  beforeEach(() => {
    rmSync(dirname(dataDir), { recursive: true })
    dataDir = makeDataDir(account)
  })

  async function startApart(options: object = {}): Promise<Parent<Started>> {
    const parent = await startInParent<Started>(script, { dataDir, ...options }, account)
    running.push(parent)
    return parent
  }

  test('has all that it has answered, after a kill of parent and node in the midst of it', async () => {
    const started = await startApart({ blockTimeMs: 5 })
    const wallet = walletOf(started.houseKey, started.rpcUrl)
    const answered: Hex[] = []
    const killed = Promise.withResolvers<void>()
    const sending = (async () => {
      for (let nonce = 0; ; nonce++) {
        answered.push(
          await wallet.sendTransaction({ to: started.house, value: 1n, nonce, gas: 21000n }),
        )
        if (nonce === 10) killed.resolve(started.kill())
      }
    })()
    await expect(sending).rejects.toThrow()
    await killed.promise
    const again = await startApart()
    expect(answered.length).toBeGreaterThan(10)
    for (const hash of answered) {
      expect((await client(again.rpcUrl).getTransactionReceipt({ hash })).status).toBe('success')
    }
  })

  test('takes its node along when it is killed', async () => {
    const started = await startApart()
    expect(commandLine(started.pid)).toContain('anvil')
    await started.kill()
    await expect.poll(() => commandLine(started.pid)).toBe('')
  })

  /** Kills a start while it founds the chain; tries again if a busy machine was too late. */
  async function killWhileFounding(place: string): Promise<void> {
    for (;;) {
      const parent = launch(script, { dataDir }, account)
      const ended = once(parent, 'exit')
      const begun = () => readdirSync(place).some((name) => /^(unfinished-|kept)/.test(name))
      await expect.poll(begun, { interval: 2 }).toBe(true)
      parent.kill('SIGKILL')
      await ended
      if (!readdirSync(place).includes('kept')) return
      rmSync(place, { recursive: true, maxRetries: 5 })
    }
  }

  test('starts afresh after a kill while the chain was founded', async () => {
    const place = join(dataDir, 'chain')
    await killWhileFounding(place)
    expect(readdirSync(place)).toContainEqual(expect.stringMatching(/^unfinished-/))
    await startApart()
    expect(readdirSync(place).sort()).toEqual(['kept', expect.stringMatching(/^lock\.\d+$/)])
  })
})
