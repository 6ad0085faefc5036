import { StrictMode } from 'react'
import { Confirmation } from './forms/confirm/confirmation.tsx'
import { routes } from './routes.tsx'
import { AppShell } from './shell/app-shell.tsx'

/**
 * Everything inside the router: the browser's, or that of one path while pages are built.
 */
export const App = () => (
  <StrictMode>
    <AppShell routes={routes} />
    <Confirmation />
  </StrictMode>
)
