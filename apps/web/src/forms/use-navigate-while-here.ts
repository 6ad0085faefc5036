import { type NavigateOptions, useNavigate } from 'react-router'
import { useStillHere } from './use-still-here.ts'

/**
 * Leads on from a screen; nowhere once the player has left it, whose answer may come while they
 * play elsewhere.
 */
export function useNavigateWhileHere(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  return (to, options) => {
    if (isStillHere()) void navigate(to, options)
  }
}
