import { readMe } from '@pipkin/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { keepFocus } from '../../web/src/ui/keep-focus.ts'
import { isLoggedOut, useCall } from './call.ts'
import { ActDialogs } from './parts/act-button.tsx'
import { forgetOld } from './parts/kept.ts'
import { Loaded } from './parts/loaded.tsx'
import { AddFactor, Enter, LogIn, LogInAgain } from './screens/way-in.tsx'
import { Shell } from './shell.tsx'

/** The way in, or the screens that a role has. */
export function App() {
  useEffect(keepFocus, [])
  const { pathname, hash } = useLocation()
  const me = useCall(readMe, undefined, 60_000)
  const isOver = isLoggedOut(me.error)
  useForgetting(isOver)
  useOtherTabs(isOver ? null : me.data?.whole ? me.data.operator : undefined)
  // Who has lost the factor may still be logged in.
  if (pathname === '/enter' && hash.length > 1)
    return (
      <Enter
        token={hash.slice(1)}
        loggedIn={me.data?.whole && !isOver ? me.data.name : undefined}
      />
    )
  if (me.data?.whole)
    return (
      <>
        {/* Keep what the operator was writing until they log in again. */}
        <div hidden={isOver}>
          <ActDialogs key={me.data.operator} operator={me.data.operator}>
            <Shell me={me.data} />
          </ActDialogs>
        </div>
        {isOver && <LogInAgain operator={me.data.operator} />}
      </>
    )
  if (me.data && !isOver) return <AddFactor />
  if (me.isPending) return null
  if (!isOver)
    return (
      <main className="mx-auto max-w-md px-4 py-16">
        <Loaded query={me}>{() => null}</Loaded>
      </main>
    )
  return <LogIn />
}

/**
 * A browser's tabs have one session. Each says who has logged in, null for no one, and reads
 * everything again when it hears of another. Who is still adding an app (undefined) keeps its key.
 */
function useOtherTabs(operator: number | null | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (operator === undefined) return
    const tabs = new BroadcastChannel('operator')
    tabs.onmessage = ({ data }) => {
      if (data !== operator) void client.invalidateQueries()
    }
    tabs.postMessage(operator)
    return () => tabs.close()
  }, [client, operator])
}

/** Looks each minute for what was typed too long ago. A hidden screen holds it too, and goes. */
function useForgetting(isOver: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    const look = () => {
      if (forgetOld() && isOver) void client.resetQueries()
    }
    look()
    const timer = setInterval(look, 60_000)
    return () => clearInterval(timer)
  }, [client, isOver])
}
