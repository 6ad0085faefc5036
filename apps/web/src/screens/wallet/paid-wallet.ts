import type { ChainInfo } from '@pipkin/contract'

export type LinkedWallet = ChainInfo['wallets'][number]

/** The linked wallet that payouts go to, once it isn't held. */
export const paidWallet = (chain: ChainInfo | undefined): LinkedWallet | undefined =>
  chain?.wallets.find(({ paid }) => paid)
