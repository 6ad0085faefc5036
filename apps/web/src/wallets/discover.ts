import { createStore, type ReadableStore } from '../browser/listeners.ts'
import { fieldOf } from './field-of.ts'
import { plainText } from './plain-text.ts'
import type { Provider } from './provider.ts'

/** A wallet of this browser. It chose its name and icon itself. */
export interface Wallet {
  /** Unique on this page, another at the next visit. */
  readonly uuid: string
  /** Stays the same across visits: `io.metamask`. */
  readonly rdns: string
  readonly name: string
  /** A `data:` picture, which can't fetch anything; null if the wallet sent another kind. */
  readonly icon: string | null
  readonly provider: Provider
}

/** The wallets that were found so far. */
export type WalletFinder = ReadableStore<readonly Wallet[]>

/**
 * Finds the wallets of a page: those that announce themselves (EIP-6963), else the one in
 * `window.ethereum`. Wallets may announce themselves late; listeners are called then.
 */
export function findWallets(page: EventTarget): WalletFinder {
  const wallets = createStore<readonly Wallet[]>([])

  function hear(event: Event) {
    const wallet = parseAnnouncement(event)
    const announced = wallets.read().filter(({ uuid }) => uuid !== fallbackId)
    if (
      wallet &&
      announced.every((one) => one.uuid !== wallet.uuid && one.provider !== wallet.provider)
    )
      wallets.set([...announced, wallet])
  }
  function lookForFallback() {
    const provider = fieldOf(page, 'ethereum')
    if (wallets.read().length > 0 || !isProvider(provider)) return
    const names = { uuid: fallbackId, rdns: fallbackId, name: 'Browser wallet' }
    wallets.set([{ ...names, icon: null, provider }])
  }

  page.addEventListener('eip6963:announceProvider', hear)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  page.addEventListener('ethereum#initialized', lookForFallback)
  lookForFallback()

  return wallets
}

const fallbackId = 'window.ethereum'

function parseAnnouncement(event: Event): Wallet | null {
  const detail = fieldOf(event, 'detail')
  const [info, provider] = [fieldOf(detail, 'info'), fieldOf(detail, 'provider')]
  const [uuid, rdns, icon] = [fieldOf(info, 'uuid'), fieldOf(info, 'rdns'), fieldOf(info, 'icon')]
  if (typeof uuid !== 'string' || typeof rdns !== 'string' || !isProvider(provider)) return null
  return {
    uuid,
    rdns,
    name: plainText(fieldOf(info, 'name'), 40) || 'Browser wallet',
    icon: typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null,
    provider,
  }
}

const isProvider = (value: unknown): value is Provider =>
  typeof fieldOf(value, 'request') === 'function'
