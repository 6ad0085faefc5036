import { useRef, useState } from 'react'
import type { Wallet } from '../../../wallets/discover.ts'
import { walletFinder } from '../../../wallets/use-wallets.ts'
import { ChooseWallet } from './choose-wallet.tsx'

/**
 * Which wallet to use: `choose` gives the only one at once, asks where there are several, and gives
 * null where there is none or the player wants none of them. `chooser` has to be rendered.
 */
export function useWalletChoice() {
  const [asking, setAsking] = useState(false)
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
  return { choose, chooser: <ChooseWallet open={asking} onChoose={onChoose} /> }
}
