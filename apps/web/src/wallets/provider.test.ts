import { expect, test } from 'vitest'
import { ask, askHex, isAddress, type Provider } from './provider.ts'

const throwing = (thrown: unknown): Provider => ({ request: () => Promise.reject(thrown) })
const answering = (answer: unknown): Provider => ({ request: async () => answer })

test.each([
  [{ code: 4001, message: 'User denied' }, 'rejected', 'User denied'],
  [{ code: 4902, message: 'Unrecognized chain' }, 'unknownChain', 'Unrecognized chain'],
  [
    { code: -32603, data: { originalError: { code: 4902 } }, message: 'Internal' },
    'unknownChain',
    'Internal',
  ],
  [{ code: -32002, message: 'Already\n pending' }, 'failed', 'Already pending'],
  [new Error('plain'), 'failed', 'plain'],
  ['a text', 'failed', 'the wallet gave no reason'],
  [null, 'failed', 'the wallet gave no reason'],
  [{ code: 1, message: 'x'.repeat(5000) }, 'failed', `${'x'.repeat(99)}…`],
])('%j is %s: %s', async (thrown, kind, message) => {
  await expect(ask(throwing(thrown), 'eth_call')).rejects.toMatchObject({ kind, message })
})

test('a wallet that throws at once is no different', async () => {
  const provider: Provider = {
    request() {
      throw Object.assign(new Error('no'), { code: 4001 })
    },
  }
  await expect(ask(provider, 'eth_accounts')).rejects.toMatchObject({ kind: 'rejected' })
})

test.each([undefined, null, 5, '5', '0xzz', {}, '<b>'])('%j is no hex', async (answer) => {
  await expect(askHex(answering(answer), 'eth_chainId')).rejects.toMatchObject({ kind: 'failed' })
})

test('an address has 20 bytes', () => {
  expect(isAddress(`0x${'aB'.repeat(20)}`)).toBe(true)
  expect(isAddress(`0x${'ab'.repeat(21)}`)).toBe(false)
  expect(isAddress(`javascript:${'ab'.repeat(15)}`)).toBe(false)
})
