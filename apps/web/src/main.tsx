import './ui/theme.css'
import './shell/shell.css'
import { onlineManager } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { startTheme } from './shell/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
startTheme()
// The library takes it that there is a network: then it wouldn't see one come back.
onlineManager.setOnline(navigator.onLine)
const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
)
// In pieces, so that a tap in between is answered.
if (root.firstChild) startTransition(() => void hydrateRoot(root, app))
else createRoot(root).render(app)
