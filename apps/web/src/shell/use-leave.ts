import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from './session.ts'

/**
 * Logs out from a screen of players. The session ends once home is on screen: ended before, the
 * guarded screen would lead to /start.
 */
export function useLeave(): () => void {
  const navigate = useNavigate()
  const leaving = useRef(false)
  useEffect(() => () => void (leaving.current && logOut()), [])
  return () => {
    leaving.current = true
    void navigate('/')
  }
}
