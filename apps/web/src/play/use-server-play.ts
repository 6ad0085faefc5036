import { readFairness } from '@pipkin/contract'
import type { BaseRules } from '@pipkin/games'
import { negate, zero } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { applyBalances } from '../api/apply-balances.ts'
import { applyToSession, limitsQuery, refetchLossLimits } from '../api/limits.ts'
import { balancesQuery, callQuery, refetchCalls, samePlayer } from '../api/queries.ts'
import { hiddenResults } from '../browser/locks.ts'
import { toast } from '../ui/toasts.ts'
import { storedResults, withResult } from './last-results.ts'
import type { Play, Terms } from './play.ts'
import type { BetAnswer, Driver, GameOnScreen, Participation, Round } from './round.ts'
import { againFrom, roundOf } from './stage.ts'
import { storedUnseen } from './unseen.ts'
import { useDoubt } from './use-doubt.ts'
import { useHeld } from './use-held.ts'
import { useRound } from './use-round.ts'

interface Given<R extends BaseRules, M, V> {
  readonly on: GameOnScreen<R, M, V>
  readonly player: number
  readonly terms: Terms<R>
  /** The least time between two bets of this game. */
  readonly minRoundMs: number
  readonly driver: Driver<Round<R, M, V>, M>
  readonly found: Round<R, M, V> | null
}

/** A game for money: the server's rounds, the player's balances, this session's results. */
export function useServerPlay<R extends BaseRules, M, V>(given: Given<R, M, V>): Play<R, M, V> {
  const { on, player, terms, minRoundMs, driver, found } = given
  const [results, setResults] = useState(() => storedResults(player, terms.gameId).read() ?? [])
  const [isSamePlayer] = useState(samePlayer)
  const [betFrom, setBetFrom] = useState(Number.NEGATIVE_INFINITY)

  function onResult(round: Round<R, M, V>) {
    const next = withResult(results, round)
    if (next === results) return
    setResults(next)
    storedResults(player, terms.gameId).write(next)
    storedUnseen(player, terms.gameId).write(undefined)
    if (round.balances && isSamePlayer()) {
      applyBalances(player, round.balances, negate(round.stake))
      applyToSession(zero, round.returned)
      refetchLossLimits()
    } else void refetchCalls('readBalances', 'readLimits')
    void refetchCalls('listOpenRounds')
  }
  const { stage, find, bet, move, again } = useRound({
    driver,
    found,
    resultAfterMs: on.resultAfterMs,
    onResult,
  })
  const { doubt, judge } = useDoubt(driver, (round, isOwn) => {
    find(round)
    participations[isOwn ? 'counts' : 'resumed']()
  })
  const moving = stage.at === 'moving'
  useEffect(() => (moving ? hiddenResults.hold() : undefined), [moving])

  const wallet = useQuery(balancesQuery(player))
  const fairness = useQuery(callQuery(readFairness, { player }))
  const limits = useQuery(limitsQuery())
  const balances = useHeld(wallet.data, moving)

  return {
    terms,
    stage,
    round: roundOf(stage),
    async bet(stake) {
      const answer = await bet(stake)
      if (answer) {
        toastParticipation(answer)
        judge(stake, answer)
      }
      const waitMs = waitAfter(answer, minRoundMs)
      // Counted from the answer, which is never earlier than the server's own time of the bet.
      if (waitMs > 0) setBetFrom(performance.now() + waitMs)
      return answer
    },
    move: (next) => void move(next),
    again,
    betFrom,
    againFrom: againFrom(stage, on),
    money: {
      kind: 'real',
      player,
      balances,
      commitment: fairness.data?.fairness.commitment,
      epoch: fairness.data?.fairness.epoch,
      limits: limits.isError ? null : limits.data,
      results,
      doubt,
      readAgain:
        wallet.isLoadingError || fairness.isLoadingError
          ? () => void refetchCalls('readBalances', 'readFairness')
          : null,
    },
  }
}

/** How long the next bet has to wait after this one, in ms. */
function waitAfter(answer: BetAnswer<unknown> | null, minRoundMs: number): number {
  if (!answer) return 0
  if (answer.ok) return minRoundMs
  return answer.kind === 'refused' ? answer.waitMs : 0
}

const participations: Readonly<Record<Participation | 'counts', () => void>> = {
  counts: () => toast.success('Your bet counts. Its round is open.'),
  confirmed: () => toast.success('Game started!'),
  resumed: () => toast.success('Your open round goes on. Nothing was taken.'),
  refused: () => toast.error('Failed to participate!'),
  unanswered: () => toast.error('Some error in participation'),
}

/** Shows a toast with a bet's result; the stake field shows a refusal. */
export function toastParticipation(answer: BetAnswer<unknown>): void {
  if (answer.ok) {
    if (answer.participation) participations[answer.participation]()
  } else if (answer.kind === 'unanswered') participations.unanswered()
}
