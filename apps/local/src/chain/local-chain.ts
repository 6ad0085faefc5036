import { defineChain } from 'viem'

export const localChainId = 31337

/** As the library knows it. Its own list of chains, which has this one too, is 700 modules. */
export const localChain = defineChain({
  id: localChainId,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  // Each client says where its node is.
  rpcUrls: { default: { http: [] } },
})
