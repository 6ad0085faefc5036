import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { TopBar } from '../ui/top-bar.tsx'
import { useAppRoute } from './route.ts'

/** What Back does on this route; undefined where it has none. */
export function useBack(): (() => void) | undefined {
  const { back } = useAppRoute()
  const navigate = useNavigate()
  const location = useLocation()
  if (back === undefined) return undefined
  // The first page of a visit has no page before it.
  if (back === -1) return () => (location.key === 'default' ? navigate('/') : navigate(-1))
  return () => navigate(back)
}

/**
 * The top bar of a screen: its route's title and Back. `title` only where the route's isn't the one
 * to show.
 */
export function ScreenBar({ title, end }: { title?: string; end?: ReactNode }) {
  const route = useAppRoute()
  return <TopBar title={title ?? route.title} onBack={useBack()} end={end} />
}
