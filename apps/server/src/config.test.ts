import { expect, test } from 'vitest'
import { readApiConfig, readWorkerConfig } from './config.ts'

const common = {
  DATABASE_URL: 'postgres://pipkin@localhost/pipkin',
  RPC_URL: 'https://node.example/v2/the-key-of-a-provider',
  CHAIN_ID: '1',
  TOKEN_ADDRESS: `0x${'a1'.repeat(20)}`,
  HOUSE_ADDRESS: `0x${'b2'.repeat(20)}`,
  PUBLIC_URL: 'https://pipkin.example',
}
const api = {
  ...common,
  PUBLIC_RPC_URL: 'https://rpc.example/',
  RECEIPT_KEY: '7c'.repeat(32),
  SMTP_URL: 'smtp://localhost',
  UPLOADS_DIR: '/var/lib/pipkin',
}

test.each([
  [undefined, false],
  ['', false],
  ['false', false],
  ['loopback', 'loopback'],
  ['10.0.0.7', '10.0.0.7'],
  ['10.0.0.0/8, 2001:db8::/32,loopback', '10.0.0.0/8, 2001:db8::/32,loopback'],
])('TRUST_PROXY=%s trusts %s', (TRUST_PROXY, trusted) => {
  expect(readApiConfig({ ...api, TRUST_PROXY }).trustProxy).toBe(trusted)
})

// A number of hops would be taken for the address 0.0.0.1, and a range of no bits is everybody.
test.each([
  'true',
  'TRUE',
  '1',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.7,',
  'nginx',
])('TRUST_PROXY=%s does not start', (TRUST_PROXY) => {
  expect(() => readApiConfig({ ...api, TRUST_PROXY })).toThrow(
    'TRUST_PROXY must name the proxies before the API, as "loopback" or addresses and CIDR ranges',
  )
})

test('browsers are told of the node that is named for them, and never of the server’s own', () => {
  expect(readApiConfig(api).chain.publicRpcUrl).toBe('https://rpc.example/')
  expect(() => readApiConfig({ ...api, PUBLIC_RPC_URL: undefined })).toThrow(
    'PUBLIC_RPC_URL is not set',
  )
})

test('the worker, which tells no browser anything, starts without it', () => {
  expect(readWorkerConfig({ ...common, HOUSE_KEY: '7b'.repeat(32) }).chain).not.toHaveProperty(
    'publicRpcUrl',
  )
})
