import { validateBet } from '@pipkin/contract'
import { type Money, parseWholeMoney } from '@pipkin/money'
import { useState } from 'react'
import { fundingOf } from '../../forms/funding-move.ts'
import { barOfStake, logOutAtLimit } from '../../forms/limit-words.ts'
import { useWorthText, type WorthText } from '../../forms/worth.tsx'
import type { Play } from '../../play/play.ts'
import type { BetAnswer, Round } from '../../play/round.ts'
import { useTimeReached } from '../../play/use-time-reached.ts'
import { validateDemoBet } from '../../play/validate-demo-bet.ts'
import { stakeText } from './stakes.ts'

/** The server's answer to a stake. A mere request to wait ends with the wait. */
interface Refusal {
  readonly text: string
  readonly message: string
  readonly wait: boolean
}

/** A stake that was placed, and what the player was shown with it. */
interface Placed {
  readonly stake: Money
  readonly shown: string
}

export interface BetEntry<Rd> {
  /** The field's text. It outlives the form, so that Play Again never raises a stake. */
  readonly text: string
  readonly stake: Money | null
  /** What is wrong with the stake once the field was touched, or the server's refusal. */
  readonly error: string | undefined
  readonly busy: boolean
  readonly mayBet: boolean
  /** Why the player's own limits or break allow no stake at all now; null if they allow one. */
  readonly barred: string | null
  /** Whether they forbid the stake in the field; `error` says why. */
  readonly isStakeBarred: boolean
  /** The last stake of this visit; null before the first. */
  readonly last: Money | null
  readonly change: (text: string) => void
  /** Called when a form opens: forgets the messages of the one before. */
  readonly reset: () => void
  /** Places the stake in the field; null if that isn't possible. */
  readonly place: () => Promise<BetAnswer<Rd> | null>
  /** Places a stake that only the server can judge. */
  readonly send: (stake: Money) => Promise<BetAnswer<Rd> | null>
  /**
   * Places the last stake again. `changed`: the terms that were shown with it have changed, or the
   * balances don't fund it, so the player sees the form first.
   */
  readonly repeat: () => Promise<BetAnswer<Rd> | 'changed' | null>
}

/** The stake as it is typed, and the outcome of placing it. */
export function useBetEntry<R, M, V>(play: Play<R, M, V>): BetEntry<Round<R, M, V>> {
  const { terms, bet, betFrom } = play
  const [text, setText] = useState(() => stakeText(terms.limits.minimum))
  const [busy, setBusy] = useState(false)
  const [touched, setTouched] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [last, setLast] = useState<Placed | null>(null)
  const mayBet = useTimeReached(betFrom)
  const stake = parseWholeMoney(text)
  const shown = shownWith(play)
  const worth = useWorthText()
  const barred = barOn(play, play.terms.limits.minimum, worth)
  const stakeBarred = stake && barOn(play, stake, worth)
  const said = refusal?.text === text && !(refusal.wait && mayBet) ? refusal.message : undefined

  async function send(next: Money) {
    if (busy || !mayBet || shown === null) return null
    setBusy(true)
    setRefusal(null)
    const answer = await bet(next)
    setBusy(false)
    if (answer?.ok) setLast({ stake: next, shown })
    else if (answer?.kind === 'refused' && answer.endsSession) logOutAtLimit()
    else if (answer?.kind === 'refused')
      setRefusal({ text: stakeText(next), message: answer.message, wait: answer.waitMs > 0 })
    return answer
  }

  async function place() {
    setTouched(true)
    return stake === null || wrongWith(play, text) !== undefined ? null : send(stake)
  }

  async function repeat() {
    if (!last || busy || !mayBet) return null
    const again = stakeText(last.stake)
    setText(again)
    const isAsBefore =
      shown === last.shown &&
      wrongWith(play, again) === undefined &&
      barOn(play, last.stake, worth) === null
    return isAsBefore && isFunded(play, last.stake) ? send(last.stake) : 'changed'
  }

  return {
    text,
    stake,
    error: (touched ? wrongWith(play, text) : undefined) ?? stakeBarred ?? said,
    busy,
    mayBet: mayBet && shown !== null,
    barred,
    isStakeBarred: stakeBarred !== null,
    last: last?.stake ?? null,
    change(next) {
      setTouched(true)
      setText(next)
    },
    reset() {
      setTouched(false)
      setRefusal(null)
    },
    place,
    send,
    repeat,
  }
}

type Any = Pick<Play<unknown, unknown, unknown>, 'terms' | 'money'>

function wrongWith({ terms, money }: Any, text: string): string | undefined {
  if (money.kind === 'demo') return validateDemoBet(text, money.limits, money.balance)
  return money.balances && validateBet(text, terms.limits, money.balances.deposit)
}

/**
 * The rules, limits and odds that the screen shows, and the epoch of the commitment; null until all
 * of it is read.
 */
function shownWith({ terms, money }: Any): string | null {
  const { rules, returns, limits, roundsADay } = terms
  if (money.kind === 'real' && (!money.balances || money.commitment === undefined)) return null
  const steps = [limits.minimum, limits.maximum, limits.step].map(String)
  const epoch = money.kind === 'real' ? money.epoch : null
  return JSON.stringify([rules, returns, steps, roundsADay, epoch])
}

/** Why the player's own limits or break would refuse a stake; null where they wouldn't. */
const barOn = ({ money, terms }: Any, stake: Money, worth: WorthText): string | null =>
  money.kind === 'real' ? barOfStake(money.limits, stake, terms.limits.minimum, worth) : null

function isFunded({ money }: Any, stake: Money): boolean {
  if (money.kind === 'demo') return true
  return money.balances !== undefined && fundingOf(stake, money.balances) !== null
}
