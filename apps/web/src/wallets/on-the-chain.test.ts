import { fkr, hundredths } from '@pipkin/money'
import { pipkinToken } from '@pipkin/token'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../server/test/cashier/anvil.ts'
import { connectAccount } from './connect.ts'
import { isOnNetwork } from './network.ts'
import type { Address, Provider } from './provider.ts'
import { readReceipt } from './receipt.ts'
import { signText } from './sign-text.ts'
import { readAllowance, sendApproval, tokenUnits } from './token.ts'

// A node with an account of its own answers everything that a browser wallet does, and signs
// without asking.
let anvil: Anvil
let wallet: Provider
let account: Address
const house: Address = `0x${'c0'.repeat(20)}`
let token: { chainId: number; token: string; house: string; decimals: number }

beforeAll(async () => {
  anvil = await startAnvil()
  wallet = { request: (call) => anvil.reader.request(call as never) }
  account = await connectAccount(wallet)
  const hash = await anvil.sender.deployContract({ ...pipkinToken, account })
  const { contractAddress } = await anvil.mined(hash)
  token = { chainId: 31337, token: contractAddress!, house, decimals: 18 }
})
afterAll(() => anvil.stop())

test('the network is known by its id', async () => {
  const network = { rpcUrl: '', explorerUrl: '' }
  expect(await isOnNetwork(wallet, { ...network, chainId: 31337 })).toBe(true)
  expect(await isOnNetwork(wallet, { ...network, chainId: 1 })).toBe(false)
})

test('exactly the amount is approved, to the hundredth, beside any earlier approval', async () => {
  expect(await readAllowance(wallet, account, token)).toBe(0n)
  for (const amount of [fkr(10_000), hundredths(1_250n), hundredths(1n)]) {
    const hash = await sendApproval(wallet, account, amount, token)
    await anvil.mined(hash)
    expect(await readReceipt(wallet, hash)).toBe('succeeded')
    expect(await readAllowance(wallet, account, token)).toBe(amount * 10n ** 16n)
    expect(tokenUnits(amount, token)).toBe(amount * 10n ** 16n)
  }
})

test('a receipt is waited for; one of a call that failed says so', async () => {
  expect(await readReceipt(wallet, `0x${'ab'.repeat(32)}`)).toBe('waiting')
  const hash = await anvil.sender.sendTransaction({
    account,
    to: `0x${token.token.slice(2)}`,
    data: '0xdeadbeef',
    gas: 100_000n,
  })
  await anvil.mined(hash)
  expect(await readReceipt(wallet, hash)).toBe('reverted')
})

test('an allowance that the wallet can’t read is unknown, not zero', async () => {
  const broken: Provider = { request: () => Promise.reject(new Error('no such method')) }
  expect(await readAllowance(broken, account, token)).toBeNull()
  // No contract there.
  expect(await readAllowance(wallet, account, { ...token, token: house })).toBeNull()
})

test('a text is signed whole, in any letters', async () => {
  const message = 'Link this wallet to player 51907263.\n\nƒ — 🪙'
  const signature = await signText(wallet, account, message)
  expect((await recoverMessageAddress({ message, signature })).toLowerCase()).toBe(
    account.toLowerCase(),
  )
})

test('a token of less than two decimals can’t hold an amount', () => {
  expect(() => tokenUnits(fkr(1), { decimals: 1 })).toThrow("can't hold")
})
