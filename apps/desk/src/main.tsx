import './desk.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { startTheme } from '../../web/src/ui/theme.ts'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
startTheme()
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 1_000 } },
})
createRoot(root).render(
  <QueryClientProvider client={client}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </QueryClientProvider>,
)
