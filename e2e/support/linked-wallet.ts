/**
 * What `find-walletAdr` answers a player who has linked a wallet, where a journey needs no chain
 * behind it.
 */
export const linkedWallet = {
  Data: {
    chainId: 31337,
    rpcUrl: '/dev/rpc',
    token: `0x${'a1'.repeat(20)}`,
    symbol: 'FKR',
    decimals: 18,
    house: `0x${'b2'.repeat(20)}`,
    confirmations: 2,
    linked: [`0x${'c3'.repeat(20)}`],
    explorerUrl: null,
  },
}
