import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Redirects to another screen. The router's own `Navigate` brings along code that only its other
 * modes need.
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  // Once, when it is shown: its target never changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void navigate(to, { replace: true, state }), [])
  return null
}
