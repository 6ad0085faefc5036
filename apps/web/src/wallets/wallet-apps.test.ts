import { expect, test } from 'vitest'
import { walletApps } from './wallet-apps.ts'

const page = new URL('https://play.example.com/account/wallet/deposite?amount=12.5')

test.each([
  [
    'MetaMask',
    'https://link.metamask.io/dapp/play.example.com/account/wallet/deposite?amount=12.5',
  ],
  [
    'Coinbase Wallet',
    'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fplay.example.com%2Faccount%2Fwallet%2Fdeposite%3Famount%3D12.5',
  ],
  [
    'Trust Wallet',
    'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fplay.example.com%2Faccount%2Fwallet%2Fdeposite%3Famount%3D12.5',
  ],
  ['Rainbow', undefined],
])('%s opens this page at %s', (name, link) => {
  expect(walletApps.find((app) => app.name === name)?.open?.(page)).toBe(link)
})

test('each can be installed, from a page of its makers', () => {
  for (const { install } of walletApps) expect(new URL(install).protocol).toBe('https:')
})
