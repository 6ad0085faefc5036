import { useEffect, useRef, useState } from 'react'
import { connectAccount } from '../../../wallets/connect.ts'
import type { Provider } from '../../../wallets/provider.ts'
import { type Problem, problemOf } from './problem.ts'
import { proveWallet } from './prove-wallet.ts'

/** The state of linking a wallet. */
export type Linking =
  | { readonly at: 'rest' }
  | { readonly at: 'waiting' }
  | { readonly at: 'halted'; readonly asking: 'connect' | 'proof'; readonly problem: Problem }

/**
 * Connects a wallet and proves that it is the player's, outside of any deposit: the payouts go
 * there.
 */
export function useLinkWallet() {
  const [linking, setLinking] = useState<Linking>({ at: 'rest' })
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  async function link(provider: Provider) {
    stop.current.abort()
    stop.current = new AbortController()
    const { signal } = stop.current
    setLinking({ at: 'waiting' })
    let asking: 'connect' | 'proof' = 'connect'
    let after: Linking = { at: 'rest' }
    try {
      const account = await connectAccount(provider)
      asking = 'proof'
      if (!signal.aborted) await proveWallet(provider, account)
    } catch (error) {
      const problem = problemOf(error)
      if (!problem && !signal.aborted) reportError(error)
      after = { at: 'halted', asking, problem: problem ?? { kind: 'outage' } }
    }
    if (!signal.aborted) setLinking(after)
  }
  function cancel() {
    stop.current.abort()
    setLinking({ at: 'rest' })
  }
  return { linking, link, cancel }
}
