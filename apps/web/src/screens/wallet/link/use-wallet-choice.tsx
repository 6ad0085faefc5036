import { lazy, Suspense, useRef, useState } from 'react'
import type { Wallet } from '../../../wallets/discover.ts'
import { walletFinder } from '../../../wallets/use-wallets.ts'

const ChooseWallet = lazy(() => import('./choose-wallet.tsx'))

/**
 * Which wallet to use: `choose` gives the only one at once, asks if there are several, and gives
 * null if there is none or the player wants none of them. `chooser` must be rendered; it is loaded
 * when it is needed.
 */
export function useWalletChoice() {
  // Undefined until it is asked for the first time.
  const [asking, setAsking] = useState<boolean>()
  const answer = useRef<(wallet: Wallet | null) => void>(() => {})

  function choose(): Promise<Wallet | null> {
    const [first, second] = walletFinder().read()
    if (!first || !second) return Promise.resolve(first ?? null)
    setAsking(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }
  function onChoose(wallet: Wallet | null) {
    setAsking(false)
    answer.current(wallet)
  }
  const chooser = asking !== undefined && (
    <Suspense>
      <ChooseWallet open={asking} onChoose={onChoose} />
    </Suspense>
  )
  return { choose, chooser }
}
