/** A wallet that a player without one can get, or open this page in. */
export interface WalletApp {
  readonly name: string
  /** The page on which its makers offer it for every browser. */
  readonly install: string
  /**
   * A link that opens a page in the app's own browser, or offers the app if the phone lacks it.
   * Undefined if the app has no such link.
   */
  readonly open?: (page: URL) => string
}

const inQuery = (link: string) => (page: URL) => link + encodeURIComponent(page.href)

/**
 * The links are the makers' own:
 * https://docs.metamask.io/sdk/guides/use-deeplinks,
 * https://docs.cdp.coinbase.com/coinbase-wallet/developer-guidance/mobile-dapp-integration,
 * https://developer.trustwallet.com/developer/develop-for-trust/deeplinking.
 * Rainbow has none for pages.
 */
export const walletApps: readonly WalletApp[] = [
  {
    name: 'MetaMask',
    install: 'https://metamask.io/download',
    open: ({ host, pathname, search }) =>
      `https://link.metamask.io/dapp/${host}${pathname}${search}`,
  },
  {
    name: 'Coinbase Wallet',
    install: 'https://www.coinbase.com/wallet/downloads',
    open: inQuery('https://go.cb-w.com/dapp?cb_url='),
  },
  {
    name: 'Trust Wallet',
    install: 'https://trustwallet.com/download',
    open: inQuery('https://link.trustwallet.com/open_url?coin_id=60&url='),
  },
  { name: 'Rainbow', install: 'https://rainbow.me/download' },
]
