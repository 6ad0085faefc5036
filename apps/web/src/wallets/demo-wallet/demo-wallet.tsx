import { createRoot } from 'react-dom/client'
import { askPlayer } from './ask-player.ts'
import { demoAccount } from './demo-account.ts'
import { DemoDialog } from './demo-dialog.tsx'
import { demoProvider } from './demo-provider.ts'
import { isThisMachine } from './local-chain.ts'
import { demoWalletName } from './name.ts'

const flask =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="%231D5685" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"%3E%3Cpath d="M14 2v6l5.8 11A2 2 0 0 1 18 22H6a2 2 0 0 1-2-3l6-11V2M6 15h12M8 2h8"/%3E%3C/svg%3E'

let started = false

/**
 * Puts the demo wallet into the page: it announces itself like any other (EIP-6963) and brings its
 * own dialog along.
 */
export function startDemoWallet(): void {
  if (started || !isThisMachine(location.hostname)) return
  started = true
  const account = demoAccount()
  const { allows, first } = askPlayer()
  const info = { uuid: crypto.randomUUID(), rdns: demoWalletName, name: 'Demo wallet', icon: flask }
  const detail = Object.freeze({ info, provider: demoProvider(account, allows) })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()

  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(<DemoDialog address={account.address} first={first} />)
}
