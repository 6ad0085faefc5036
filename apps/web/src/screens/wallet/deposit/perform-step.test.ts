import { type ChainInfo, describeChain } from '@pipkin/contract'
import { fkr, hundredths } from '@pipkin/money'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callQuery, queryClient } from '../../../api/queries.ts'
import type { Address, Hex, Provider } from '../../../wallets/provider.ts'
import type { Mining } from './deposit-state.ts'
import { performStep } from './perform-step.ts'

const chain: ChainInfo = {
  chainId: 31_337,
  rpcUrl: '/dev/rpc',
  token: `0x${'a1'.repeat(20)}`,
  symbol: 'FKR',
  decimals: 18,
  house: `0x${'b2'.repeat(20)}`,
  confirmations: 2,
  linked: [],
  wallets: [],
  explorerUrl: '',
  smallestDeposit: fkr(1),
  smallestWithdrawal: fkr(1),
  depositsPaused: false,
  isLocal: false,
}
const account: Address = `0x${'c3'.repeat(20)}`
const approval: Hex = `0x${'4b'.repeat(32)}`
const mining: Mining = { at: 'mining', amount: fkr(100), wallet: 'w', key: 'k', account, approval }
const units = (hundredthsOfFkr: bigint) =>
  `0x${(hundredthsOfFkr * 10n ** 16n).toString(16).padStart(64, '0')}`

/** A wallet whose approval is in a block. Its node answers these allowances, the last for ever. */
const wallet = (...allowances: readonly (bigint | null)[]): Provider & { looks: () => number } => {
  let looks = 0
  return {
    looks: () => looks,
    async request({ method }) {
      if (method === 'eth_chainId') return '0x7a69'
      if (method === 'eth_getTransactionReceipt') return { status: '0x1' }
      const allowance = allowances[Math.min(looks, allowances.length - 1)]
      looks += 1
      if (allowance === null || allowance === undefined) throw new Error('no such method')
      return units(allowance)
    },
  }
}
const mined = (provider: Provider) =>
  performStep(mining, { playerId: 1, provider, pause: () => Promise.resolve() })

const known = (facts: ChainInfo) =>
  void queryClient.setQueryData(callQuery(describeChain).queryKey, facts)
beforeEach(() => {
  known(chain)
  vi.stubGlobal('location', { origin: 'http://localhost:3000' })
})
afterEach(() => void vi.unstubAllGlobals())

test('an approval that was lowered to less than the deposit is reported at once', async () => {
  expect(await mined(wallet(40_50n))).toEqual({
    type: 'failed',
    problem: { kind: 'approvedLess', approved: hundredths(40_50n) },
  })
})

test('a node that lags behind its receipt is asked again', async () => {
  const slow = wallet(0n, 0n, 100_00n)
  expect(await mined(slow)).toEqual({ type: 'approved' })
  expect(slow.looks()).toBe(3)
})

test('an approval of exactly the deposit, of more, or one that can’t be read goes on', async () => {
  for (const allowance of [100_00n, 250_00n, null])
    expect(await mined(wallet(allowance))).toEqual({ type: 'approved' })
})

test('a wallet that goes to another network in the meantime is asked back, not waited for', async () => {
  let chainId = '0x7a69'
  const asked: string[] = []
  const provider: Provider = {
    async request({ method }) {
      if (method === 'eth_chainId') return chainId
      asked.push(method)
      if (method === 'wallet_switchEthereumChain') throw Object.assign(new Error(), { code: 4001 })
      // As nodes answer that know neither the transaction nor the token.
      return method === 'eth_call' ? '0x' : null
    },
  }
  const leave = async () => {
    if (chainId === '0x1') throw new Error('it waits for ever')
    chainId = '0x1'
  }
  const tools = { playerId: 1, provider, pause: leave }
  const halted = { type: 'failed', problem: { kind: 'otherNetwork' } }
  expect(await performStep(mining, tools)).toEqual(halted)
  expect(asked).toEqual(['eth_getTransactionReceipt', 'eth_call'])

  // Retry asks for the network; a no leaves it where it was.
  expect(await performStep(mining, tools)).toEqual(halted)
  expect(asked.slice(2)).toEqual(['wallet_switchEthereumChain'])
})

test('while deposits are paused the wallet is asked for no approval', async () => {
  known({ ...chain, depositsPaused: true })
  const asked: string[] = []
  const provider: Provider = {
    async request({ method }) {
      asked.push(method)
      return method === 'eth_chainId' ? '0x7a69' : units(0n)
    },
  }
  const { approval: _, ...rest } = mining
  const tools = { playerId: 1, provider, pause: () => Promise.resolve() }
  expect(await performStep({ ...rest, at: 'approving' }, tools)).toEqual({
    type: 'failed',
    problem: { kind: 'notNow', message: 'Deposits are paused. Please try again later.' },
  })
  expect(asked).toEqual(['eth_chainId', 'eth_call'])
})
