import { StrictMode } from 'react'
import { Confirmation } from './forms/confirm/confirmation.tsx'
import { routes } from './routes.tsx'
import { AppShell } from './shell/app-shell.tsx'

/**
 * All that stands in the router: the browser's own, or the one of a path while the pages are built.
 */
export const App = () => (
  <StrictMode>
    <AppShell routes={routes} />
    <Confirmation />
  </StrictMode>
)
