import type { Money } from '@pipkin/money'
import { useEffect, useEffectEvent, useState } from 'react'
import { refetchCalls } from '../api/queries.ts'
import { keptBet } from './kept-bet.ts'
import type { BetAnswer, Driver, Round } from './round.ts'

/** A bet that got no answer. */
export interface Doubt {
  readonly stake: Money
  /** `noRound`: the server has been asked and had none. `refused`: it refused a repeat. */
  readonly known: 'asking' | 'noRound' | 'refused'
}

const askAgainMs = 2000

/**
 * What is known of a bet that got no answer. Taking the stake and opening the round are one act, so
 * it asks for the open round until an answer comes. `onFound` gets the round, and whether it is
 * this bet's. Call `judge` with the outcome of each bet.
 */
export function useDoubt<Rd extends Round<unknown, unknown, unknown>>(
  driver: Pick<Driver<Rd, never>, 'resume'>,
  onFound: (round: Rd, isOwn: boolean) => void,
) {
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const take = useEffectEvent(onFound)
  useEffect(() => {
    if (doubt?.known !== 'asking') return
    const { stake } = doubt
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      const sent = keptBet.read()?.commitment
      try {
        const { round } = await driver.resume()
        if (isOver) return
        setDoubt(round ? null : { stake, known: 'noRound' })
        if (round) take(round, round.seal?.commitment === sent)
        void refetchCalls('readBalances', 'readFairness', 'readLimits')
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
  const judge = (stake: Money, answer: BetAnswer<Rd>) =>
    setDoubt((before) => doubtAfter(before, stake, answer))
  return { doubt, judge }
}

/** The doubt after the outcome of another bet. */
function doubtAfter(before: Doubt | null, stake: Money, answer: BetAnswer<unknown>): Doubt | null {
  if (answer.ok) return null
  if (answer.kind === 'unanswered') return { stake, known: 'asking' }
  if (!before || before.known === 'refused') return null
  // The refusal of another bet, or one by a limit, doesn't settle this bet.
  const isOver = answer.isFinal && before.stake === stake
  return { ...before, known: isOver ? 'refused' : 'asking' }
}
