import { expect, test } from 'vitest'
import { switchNetwork } from './network.ts'

const network = { chainId: 31337, rpcUrl: '/dev/rpc', explorerUrl: '' }
const page = 'http://localhost:3000'

/** A wallet on chain 1 that knows some chains; `onlyAdds` doesn't switch to what it adds. */
function walletThatKnows(known: number[], { stays = false, onlyAdds = false } = {}) {
  let chainId = 1
  const asked: [string, unknown][] = []
  return {
    asked,
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
      asked.push([method, params[0]])
      const wanted = Number((params[0] as { chainId: string }).chainId)
      if (method === 'wallet_addEthereumChain') known.push(wanted)
      else if (!known.includes(wanted))
        throw Object.assign(new Error('Unrecognized'), { code: 4902 })
      if (!stays && !(onlyAdds && method === 'wallet_addEthereumChain')) chainId = wanted
      return null
    },
  }
}
const methods = (wallet: ReturnType<typeof walletThatKnows>) =>
  wallet.asked.map(([method]) => method)

test('a wallet that is there already is not asked', async () => {
  const wallet = walletThatKnows([1])
  expect(await switchNetwork(wallet, { ...network, chainId: 1 }, page)).toBe(true)
  expect(wallet.asked).toEqual([])
})

test('a wallet that knows the network switches', async () => {
  const wallet = walletThatKnows([31337])
  expect(await switchNetwork(wallet, network, page)).toBe(true)
  expect(wallet.asked).toEqual([['wallet_switchEthereumChain', { chainId: '0x7a69' }]])
})

test('a wallet that doesn’t know the network gets it added, with whole addresses', async () => {
  const wallet = walletThatKnows([])
  expect(await switchNetwork(wallet, network, page)).toBe(true)
  expect(methods(wallet)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  expect(wallet.asked[1]?.[1]).toEqual({
    chainId: '0x7a69',
    chainName: 'Pipkin chain 31337',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://localhost:3000/dev/rpc'],
  })
})

test('a wallet that only adds the network is asked to switch again', async () => {
  const wallet = walletThatKnows([], { onlyAdds: true })
  expect(await switchNetwork(wallet, network, page)).toBe(true)
  expect(methods(wallet)).toEqual([
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
  ])
})

test('a wallet that says yes and stays on its network counts as not switched', async () => {
  expect(await switchNetwork(walletThatKnows([31337], { stays: true }), network, page)).toBe(false)
})

test('a no leaves the wallet on its network', async () => {
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_chainId') return '0x1'
    throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  }
  expect(await switchNetwork({ request }, network, page)).toBe(false)
})

test('a wallet that names no network is on another one', async () => {
  const wallet = { request: async () => '0x' }
  expect(await switchNetwork(wallet, network, page)).toBe(false)
})
