import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Leads to another screen in place of this one. The router's own carries what other kinds of
 * routers need.
 */
export function LeadOn({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  // Once, when it is shown: it names one place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void navigate(to, { replace: true, state }), [])
  return null
}
