import './ui/theme.css'
import './shell/shell.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { followSession, readSession, renderFirstAs } from './shell/session.ts'
import { startTheme } from './ui/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
startTheme()
followSession()
// Keeps a place before the router's listener for `close-on-back.ts`, which sets it later. Chromium
// calls the window's listeners in the order in which they came, also those of the capture phase.
window.onpopstate = () => {}
const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
)
// A guarded page's first render is the same for all players; a visitor is redirected from it.
if (root.className === 'for-players') {
  root.className = ''
  const player = readSession()
  if (player) renderFirstAs(player)
  else root.replaceChildren()
}
// Beside the first screen, which doesn't wait for it.
import('./ui/keep-focus.ts').then(
  ({ keepFocus }) => keepFocus(),
  () => {},
)
// A transition hydrates in pieces, so that a tap in between is answered.
if (root.firstChild) startTransition(() => void hydrateRoot(root, app))
else createRoot(root).render(app)
