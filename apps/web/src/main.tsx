import './ui/theme.css'
import './shell/shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/queries.ts'
import { routes } from './routes.tsx'
import { AppShell } from './shell/app-shell.tsx'
import { startTheme } from './shell/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
startTheme()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppShell routes={routes} />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
