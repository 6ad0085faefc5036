import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { TopBar } from '../ui/top-bar.tsx'
import { useAppRoute } from './route.ts'

/**
 * What Back does on this route; undefined where it has none. It takes along which page asked for
 * the log-in.
 */
export function useBack(): (() => void) | undefined {
  const { back } = useAppRoute()
  const navigate = useNavigate()
  const location = useLocation()
  if (back === undefined) return undefined
  // The first page of a visit has no page before it.
  if (back === -1) return () => (location.key === 'default' ? navigate('/') : navigate(-1))
  return () => navigate(back, { state: location.state })
}

interface ScreenBarProps {
  title?: string
  onBack?: () => void
  end?: ReactNode
}

/**
 * The top bar of a screen: its route's title and Back. `title` and `onBack` only where the route's
 * aren't the ones to show.
 */
export function ScreenBar({ title, onBack, end }: ScreenBarProps) {
  const route = useAppRoute()
  const back = useBack()
  return <TopBar title={title ?? route.title} onBack={onBack ?? back} end={end} />
}
