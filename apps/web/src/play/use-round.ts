import type { Money } from '@pipkin/money'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { roundsOnScreen } from '../browser/locks.ts'
import { dismissToasts } from '../ui/toast-list.ts'
import { toast } from '../ui/toasts.ts'
import type { BetAnswer, Driver, Round } from './round.ts'
import { answered, failed, type Stage, shown, stageOf } from './stage.ts'

export interface RoundOnScreen<Rd, M> {
  readonly stage: Stage<Rd, M>
  /** Shows a round that was found, if the table is clear. */
  readonly find: (round: Rd) => void
  /** Places a bet; null if another press is still on its way. */
  readonly bet: (stake: Money) => Promise<BetAnswer<Rd> | null>
  readonly move: (move: M) => Promise<void>
  /** Clears the table for another bet. */
  readonly again: () => void
}

interface Given<Rd, M> {
  readonly driver: Driver<Rd, M>
  /** What `driver.resume` found. */
  readonly found: Rd | null
  readonly resultAfterMs: number
  /** Called when the result is on screen, not before. May be called again with the same round. */
  readonly onResult: (round: Rd) => void
}

type Any = Round<unknown, unknown, unknown>

/** Plays one round after the other: each press acts once, and each result is shown at its time. */
export function useRound<Rd extends Any, M>(given: Given<Rd, M>): RoundOnScreen<Rd, M> {
  const { driver, found, resultAfterMs, onResult } = given
  const [stage, setStage] = useState<Stage<Rd, M>>(() => stageOf(found))
  // A ref, since a second tap may come before the state of the first is rendered.
  const busy = useRef(false)

  async function once<T>(act: () => Promise<T>): Promise<T | null> {
    if (busy.current) return null
    busy.current = true
    try {
      return await act()
    } finally {
      busy.current = false
    }
  }

  const bet = (stake: Money) =>
    once(async () => {
      const answer = await driver.bet(stake)
      if (answer.ok) setStage(stageOf(answer.round))
      return answer
    })

  async function move(next: M) {
    if (stage.at !== 'open') return
    const { round } = stage
    await once(async () => {
      const pressedAt = performance.now()
      // Start the move before anything renders: a demo answers at once, and the screen is drawn
      // once rather than twice.
      const done = driver.move(round, next).then((answer) => {
        if (answer.ok) {
          if (answer.round.status === 'Pending') dismissToasts()
          setStage((now) => answered(now, answer.round))
          if (answer.refusal !== undefined) toast.error(answer.refusal)
        } else {
          setStage((now) => failed(now, answer.kind === 'unanswered' ? next : null))
          if (answer.kind === 'refused') toast.error(answer.message)
        }
      })
      setStage({ at: 'moving', round, move: next, pressedAt, ended: null })
      await done
    })
  }

  useEffect(() => {
    if (stage.at !== 'moving' || !stage.ended) return
    const wait = stage.pressedAt + resultAfterMs - performance.now()
    const show = () => {
      // A notice that came with the bet would cover the result.
      dismissToasts()
      setStage(shown)
    }
    const timer = setTimeout(show, Math.max(0, wait))
    return () => clearTimeout(timer)
  }, [stage, resultAfterMs])

  const open = stage.at === 'open' || stage.at === 'moving'
  useEffect(() => (open ? roundsOnScreen.hold() : undefined), [open])

  const tell = useEffectEvent(onResult)
  useEffect(() => {
    if (stage.at === 'settled') tell(stage.round)
  }, [stage])

  const find = (round: Rd) => setStage((now) => (now.at === 'idle' ? stageOf(round) : now))
  return { stage, find, bet, move, again: () => setStage({ at: 'idle' }) }
}
