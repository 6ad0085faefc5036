import type { BaseRules } from '@pipkin/games'
import { add, type Money, subtract } from '@pipkin/money'
import { useRef, useState } from 'react'
import { randomBytes } from './client-seed.ts'
import { demoRounds } from './demo-round.ts'
import { nextPaint } from './next-paint.ts'
import type { DemoMoney, Play, Terms } from './play.ts'
import type { Driver, GameOnScreen, Round } from './round.ts'
import { againFrom, roundOf } from './stage.ts'
import { useRound } from './use-round.ts'

interface Given<R extends BaseRules, M, V> {
  readonly on: GameOnScreen<R, M, V>
  readonly terms: Terms<R>
  /** The play money that it begins with. */
  readonly start: Money
  readonly limits: DemoMoney['limits']
  readonly says: string
  readonly mayBet: boolean
}

/**
 * Shows a press before it deals a round: on a slow phone, dealing takes longer than a frame. Moves
 * are made as fast as they come.
 */
const oncePainted = <Rd, M>(driver: Driver<Rd, M>): Driver<Rd, M> => ({
  ...driver,
  bet: (stake) => nextPaint().then(() => driver.bet(stake)),
})

/** A game for play money. It exists only on this screen, and is gone when the player leaves it. */
export function useDemoPlay<R extends BaseRules, M, V>(given: Given<R, M, V>): Play<R, M, V> {
  const { on, terms, start, limits, says, mayBet } = given
  const [balance, setBalance] = useState(start)
  const [driver] = useState(() => oncePainted(demoRounds(on, terms.rules, randomBytes)))
  const paid = useRef<string | null>(null)

  function onResult({ id, returned }: Round<R, M, V>) {
    if (paid.current === id) return
    paid.current = id
    setBalance((now) => add(now, returned))
  }
  const { stage, bet, move, again } = useRound({
    driver,
    found: null,
    resultAfterMs: on.resultAfterMs,
    onResult,
  })

  return {
    terms,
    stage,
    round: roundOf(stage),
    async bet(stake) {
      const answer = await bet(stake)
      if (answer?.ok) setBalance((now) => subtract(now, stake))
      return answer
    },
    move: (next) => void move(next),
    again,
    betFrom: mayBet ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
    againFrom: againFrom(stage, on),
    money: { kind: 'demo', balance, start, limits, says, refill: () => setBalance(start) },
  }
}
