import './desk.css'
import { readMe } from '@pipkin/contract/desk'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { startTheme } from '../../web/src/ui/theme.ts'
import { App } from './app.tsx'
import { isLoggedOut } from './call.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
startTheme()
const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // The first call that finds the session ended opens the log-in.
    onError: (error, { queryKey: [name] }) => {
      if (isLoggedOut(error) && name !== readMe.name) void askWho()
    },
  }),
  defaultOptions: { queries: { retry: false, staleTime: 1_000 } },
})
const askWho = () => client.invalidateQueries({ queryKey: [readMe.name] })
createRoot(root).render(
  <QueryClientProvider client={client}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </QueryClientProvider>,
)
