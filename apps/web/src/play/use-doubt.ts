import type { Money } from '@pipkin/money'
import { useEffect, useEffectEvent, useState } from 'react'
import { refetchCalls } from '../api/queries.ts'
import { keptBet } from './kept-bet.ts'
import type { Driver, Round } from './round.ts'

/** A bet that got no answer. */
export interface Doubt {
  readonly stake: Money
  /** Whether the server was asked since, and had no round. */
  readonly hasNoRound: boolean
}

const askAgainMs = 2000

/**
 * What is known of a bet that got no answer. A stake is taken and its round opened in one act, so
 * the open round is asked for until an answer comes. `onFound` gets the round, and whether it is
 * this bet's.
 */
export function useDoubt<Rd extends Round<unknown, unknown, unknown>>(
  driver: Pick<Driver<Rd, never>, 'resume'>,
  onFound: (round: Rd, isOwn: boolean) => void,
) {
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const take = useEffectEvent(onFound)
  useEffect(() => {
    if (!doubt || doubt.hasNoRound) return
    const { stake } = doubt
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      const sent = keptBet.read()?.commitment
      try {
        const { round } = await driver.resume()
        if (isOver) return
        setDoubt(round ? null : { stake, hasNoRound: true })
        if (round) take(round, round.seal?.commitment === sent)
        void refetchCalls('readBalances', 'readFairness')
      } catch {
        if (!isOver) timer = setTimeout(() => void ask(), askAgainMs)
      }
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [doubt, driver])
  return { doubt, setDoubt }
}
