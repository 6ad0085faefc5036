import { expect, test, vi } from 'vitest'
import { findWallets } from './discover.ts'
import type { Provider } from './provider.ts'

const provider = (): Provider => ({ request: async () => null })
const info = { uuid: 'u1', rdns: 'io.metamask', name: 'MetaMask', icon: 'data:image/svg+xml,x' }
const announce = (page: EventTarget, detail: unknown) =>
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))

/** A wallet as a browser has it: announces itself when it comes, and whenever it is asked. */
function install(page: EventTarget, detail: unknown) {
  page.addEventListener('eip6963:requestProvider', () => announce(page, detail))
  announce(page, detail)
}

test('wallets that were there before are asked, and keep their own name and picture', () => {
  const page = new EventTarget()
  const wallet = { info, provider: provider() }
  install(page, wallet)
  expect(findWallets(page).read()).toEqual([{ ...info, provider: wallet.provider }])
})

test('a wallet that comes late is found', () => {
  const page = new EventTarget()
  const finder = findWallets(page)
  const heard = vi.fn()
  finder.listen(heard)
  expect(finder.read()).toEqual([])
  install(page, { info, provider: provider() })
  expect(heard).toHaveBeenCalledOnce()
  expect(finder.read()).toHaveLength(1)
})

test('a wallet that announces itself again, or under two names, is listed once', () => {
  const page = new EventTarget()
  const same = provider()
  const finder = findWallets(page)
  announce(page, { info, provider: same })
  announce(page, { info, provider: same })
  announce(page, { info: { ...info, uuid: 'u2', name: 'Other' }, provider: same })
  announce(page, { info, provider: provider() })
  expect(finder.read()).toHaveLength(1)
})

test('window.ethereum is the fallback, and gives way to wallets that announce themselves', () => {
  const ethereum = provider()
  const page = Object.assign(new EventTarget(), { ethereum })
  const finder = findWallets(page)
  expect(finder.read()).toMatchObject([
    { rdns: 'window.ethereum', name: 'Browser wallet', provider: ethereum },
  ])
  install(page, { info, provider: ethereum })
  expect(finder.read()).toMatchObject([{ rdns: 'io.metamask', provider: ethereum }])
})

test('window.ethereum may come late, too', () => {
  const page = new EventTarget()
  const finder = findWallets(page)
  Object.assign(page, { ethereum: provider() })
  page.dispatchEvent(new Event('ethereum#initialized'))
  expect(finder.read()).toHaveLength(1)
})

test.each([
  undefined,
  {},
  { info },
  { info, provider: {} },
  { info: null, provider: provider() },
  { info: { ...info, uuid: 5 }, provider: provider() },
])('what is no wallet is not listed: %j', (detail) => {
  const page = new EventTarget()
  const finder = findWallets(page)
  announce(page, detail)
  expect(finder.read()).toEqual([])
})

test('a picture from elsewhere is not fetched, a name that deceives is made plain', () => {
  const page = new EventTarget()
  const finder = findWallets(page)
  const sly = { ...info, icon: 'https://example.org/track.png', name: '\u202EksaMateM\n' }
  announce(page, { info: sly, provider: provider() })
  expect(finder.read()).toMatchObject([{ icon: null, name: 'ksaMateM' }])
})
