import { fieldOf } from './field-of.ts'
import { plainText } from './plain-text.ts'
import type { Provider } from './provider.ts'

/** A wallet of this browser. Its name and icon are its own words. */
export interface Wallet {
  /** Its own for this page alone. */
  readonly uuid: string
  /** The same at the next visit: `io.metamask`. */
  readonly rdns: string
  readonly name: string
  /** A picture as a `data:` address, which can't fetch anything; null where it sent another. */
  readonly icon: string | null
  readonly provider: Provider
}

export interface WalletFinder {
  /** The same array as long as nothing has changed. */
  read(): readonly Wallet[]
  watch(listener: () => void): () => void
}

/**
 * Finds the wallets of a page: those that announce themselves (EIP-6963), else the one in
 * `window.ethereum`. Wallets may come late; whoever watches hears of it.
 */
export function findWallets(page: EventTarget): WalletFinder {
  let wallets: readonly Wallet[] = []
  const listeners = new Set<() => void>()

  function change(next: readonly Wallet[]) {
    wallets = next
    for (const listener of listeners) listener()
  }
  function hear(event: Event) {
    const wallet = parseAnnouncement(event)
    const announced = wallets.filter(({ uuid }) => uuid !== fallbackId)
    if (
      wallet &&
      announced.every((one) => one.uuid !== wallet.uuid && one.provider !== wallet.provider)
    )
      change([...announced, wallet])
  }
  function lookForFallback() {
    const provider = fieldOf(page, 'ethereum')
    if (wallets.length === 0 && isProvider(provider))
      change([{ uuid: fallbackId, rdns: fallbackId, name: 'Browser wallet', icon: null, provider }])
  }

  page.addEventListener('eip6963:announceProvider', hear)
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  page.addEventListener('ethereum#initialized', lookForFallback)
  lookForFallback()

  return {
    read: () => wallets,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
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
