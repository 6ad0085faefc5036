import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from './anvil.ts'
import { call, type RpcAnswer } from './json-rpc.ts'
import { makeSavedChain, type SavedChain } from './saved-chain.ts'
import { walletOf } from './wallet.ts'

const confirmations = 3
const key = generatePrivateKey()
let home: string
let anvil: Anvil
let chain: SavedChain
let save: (dump: string) => Promise<void>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  home = mkdtempSync(join(tmpdir(), 'pipkin-test-'))
  anvil = await startAnvil({ home, genesisTime: 0 })
  await call(
    anvil.url,
    'anvil_setBalance',
    privateKeyToAddress(key),
    `0x${parseEther('1').toString(16)}`,
  )
  save = async () => {}
  chain = makeSavedChain({
    url: anvil.url,
    save: (dump) => save(dump),
    confirmations,
    blockTimeMs: 1000,
  })
})

afterEach(async () => {
  await chain.stop()
  await anvil.stop()
  rmSync(home, { recursive: true })
  vi.useRealTimers()
})

async function ask(method: string, ...params: unknown[]): Promise<RpcAnswer> {
  const answer = await chain.handle({ jsonrpc: '2.0', id: 1, method, params })
  if (Array.isArray(answer)) throw new Error('one answer was expected')
  return answer
}

async function height(): Promise<number> {
  return Number((await ask('eth_blockNumber')).result)
}

async function signed(nonce: number): Promise<string> {
  const wallet = walletOf(key, anvil.url)
  return wallet.signTransaction({
    to: wallet.account.address,
    value: 1n,
    nonce,
    gas: 21000n,
    maxFeePerGas: parseEther('2', 'gwei'),
    maxPriorityFeePerGas: 0n,
  })
}

async function tick(times: number) {
  for (let i = 0; i < times; i++) {
    vi.advanceTimersByTime(1000)
    await height()
  }
}

test('answers no question about a new block before it is saved', async () => {
  const order: string[] = []
  const saving = Promise.withResolvers<void>()
  const allowed = Promise.withResolvers<void>()
  save = async () => {
    saving.resolve()
    await allowed.promise
    order.push('saved')
  }
  const sent = ask('eth_sendRawTransaction', await signed(0)).then(() =>
    order.push('sender answered'),
  )
  await saving.promise
  const read = height().then((blocks) => order.push(`reader sees ${blocks}`))
  // The node itself has the block by now: if the reader were let through, its answer would come
  // first.
  await call(anvil.url, 'eth_blockNumber').then((blocks) =>
    order.push(`node is at ${Number(blocks)}`),
  )
  allowed.resolve()
  await Promise.all([sent, read])
  expect(order).toEqual(['node is at 1', 'saved', 'sender answered', 'reader sees 1'])
})

test('answers no request while a save fails, and all of them once one succeeds', async () => {
  const dumps: string[] = []
  save = async () => {
    throw new Error('the disk is full')
  }
  await expect(ask('eth_sendRawTransaction', await signed(0))).rejects.toThrow('the disk is full')
  await expect(height()).rejects.toThrow('the disk is full')
  save = async (dump) => {
    dumps.push(dump)
  }
  expect(await height()).toBe(1)
  expect(dumps).toHaveLength(1)
  await height()
  expect(dumps).toHaveLength(1)
})

test('mines until the newest chain transaction is confirmed, then rests', async () => {
  await tick(confirmations + 2)
  expect(await height()).toBe(confirmations)
  await ask('eth_sendRawTransaction', await signed(0))
  await tick(confirmations - 1)
  await ask('eth_sendRawTransaction', await signed(1))
  const newest = await height()
  await tick(confirmations + 5)
  expect(await height()).toBe(newest + confirmations)
})

test('neither mines nor saves for what the chain refuses', async () => {
  const saves = vi.fn(async () => {})
  save = saves
  const answer = await ask('eth_sendRawTransaction', '0x00')
  expect(answer.error).toBeDefined()
  expect(await height()).toBe(0)
  expect(saves).not.toHaveBeenCalled()
})

test('saves every other change of the chain', async () => {
  const saves = vi.fn(async () => {})
  save = saves
  await ask('anvil_mine', '0x2')
  expect(saves).toHaveBeenCalledTimes(1)
  expect(await height()).toBe(2)
})

test('does several things as one, also when one of them fails', async () => {
  const saves = vi.fn(async () => {})
  save = saves
  const first = await signed(0)
  const works = chain.together(async (url) => {
    await call(url, 'eth_sendRawTransaction', first)
    await call(url, 'eth_sendRawTransaction', '0x00')
  })
  await expect(works).rejects.toThrow('eth_sendRawTransaction')
  expect(saves).toHaveBeenCalledTimes(1)
  expect(await height()).toBe(1)
})

test.each([
  'evm_setAutomine',
  'evm_setIntervalMining',
  'anvil_setAutoMine',
  'eth_sendRawTransactionSync',
])('%s, which mines behind its back, is refused', async (method) => {
  expect((await ask(method, true)).error?.code).toBe(-32601)
})

test('answers a batch in its order and refuses what is no request', async () => {
  const batch = [
    { jsonrpc: '2.0', id: 7, method: 'eth_chainId' },
    5,
    { id: 'x', method: 'net_version', params: [] },
  ]
  expect(await chain.handle(batch)).toEqual([
    { jsonrpc: '2.0', id: 7, result: '0x7a69' },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Not a JSON-RPC request' } },
    { jsonrpc: '2.0', id: 'x', result: '31337' },
  ])
})
