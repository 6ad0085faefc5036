import { useEffect, useRef, useState } from 'react'
import type { Provider } from '../../../wallets/provider.ts'
import { walletOf } from '../link/wallet-of.ts'
import {
  type DepositState,
  type Intention,
  type Running,
  retry,
  worthKeeping,
} from './deposit-state.ts'
import { keepDeposit, readKeptDeposit } from './kept-deposit.ts'

interface Run {
  readonly stop: AbortController
  readonly provider: Provider | null
}

/**
 * A deposit of this player: the one that was left unreported goes on by itself, else it waits for
 * `start`.
 */
export function useDeposit(playerId: number) {
  const [state, setState] = useState<DepositState>({ at: 'choosing' })
  const run = useRef<Run>({ stop: new AbortController(), provider: null })

  function show(next: DepositState) {
    keepDeposit(playerId, worthKeeping(next))
    setState(next)
  }

  async function go(from: Running, provider: Provider | null) {
    run.current.stop.abort()
    const stop = new AbortController()
    run.current = { stop, provider }
    setState(from)
    // The chain library comes with it.
    const loaded = await import('./run-deposit.ts').catch(() => null)
    if (stop.signal.aborted) return
    if (!loaded) return show({ at: 'halted', during: from, problem: { kind: 'outage' } })
    await loaded.runDeposit(from, { playerId, provider, signal: stop.signal, show })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit.
  useEffect(() => {
    let left = false
    const kept = readKeptDeposit(playerId)
    if (kept)
      void walletOf(kept.wallet).then((wallet) => {
        if (!left) return go(kept, wallet?.provider ?? null)
      })
    return () => {
      left = true
      run.current.stop.abort()
    }
  }, [playerId])

  return {
    state,
    start: (intention: Intention, provider: Provider) =>
      void go({ ...intention, at: 'connecting' }, provider),
    async retry() {
      if (state.at !== 'halted') return
      const { during, problem } = state
      const provider = run.current.provider ?? (await walletOf(during.wallet))?.provider ?? null
      await go(retry(during, problem, crypto.randomUUID()), provider)
    },
    cancel() {
      run.current.stop.abort()
      show({ at: 'choosing' })
    },
  }
}
