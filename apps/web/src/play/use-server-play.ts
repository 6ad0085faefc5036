import type { Move, Rules } from '@pipkin/games'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { balancesQuery, fairnessQuery } from '../api/queries.ts'
import { hiddenResults } from '../browser/locks.ts'
import type { Play, Terms } from './play.ts'
import type { Driver, GameOnScreen, Round } from './round.ts'
import { readAgain } from './server-round.ts'
import { againFrom, roundOf } from './stage.ts'
import { counted, readTally, writeTally } from './tally.ts'
import { forgetUnseen } from './unseen.ts'
import { useHeld } from './use-held.ts'
import { useRound } from './use-round.ts'

interface Given<R extends Rules, M, V> {
  readonly on: GameOnScreen<R, M, V>
  readonly player: number
  readonly terms: Terms<R>
  /** The least time between two bets of this game. */
  readonly minRoundMs: number
  readonly driver: Driver<Round<R, M, V>, M>
  readonly found: Round<R, M, V> | null
}

/** A game for money: rounds of the server, the player's balances, what this session came to. */
export function useServerPlay<R extends Rules, M extends Move, V>(
  given: Given<R, M, V>,
): Play<R, M, V> {
  const { on, player, terms, minRoundMs, driver, found } = given
  const [tally, setTally] = useState(() => readTally(sessionStorage, player, terms.gameId))
  const [betFrom, setBetFrom] = useState(Number.NEGATIVE_INFINITY)

  function onResult(round: Round<R, M, V>) {
    const next = counted(tally, round, Date.now())
    setTally(next)
    writeTally(sessionStorage, player, terms.gameId, next)
    forgetUnseen(sessionStorage, player, terms.gameId)
    readAgain('walletList', 'openRounds')
  }
  const { stage, bet, move, again } = useRound({
    driver,
    found,
    resultAfterMs: on.resultAfterMs,
    onResult,
  })
  const moving = stage.at === 'moving'
  useEffect(() => (moving ? hiddenResults.hold() : undefined), [moving])

  const wallet = useQuery(balancesQuery(player))
  const fairness = useQuery(fairnessQuery(player))
  const balances = useHeld(wallet.data, moving)

  return {
    terms,
    stage,
    round: roundOf(stage),
    async bet(stake) {
      const answer = await bet(stake)
      const waitMs = answer?.ok ? minRoundMs : (answer?.waitMs ?? 0)
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
      balances,
      commitment: fairness.data?.Data.commitment,
      tally,
      readAgain:
        wallet.isLoadingError || fairness.isLoadingError
          ? () => readAgain('walletList', 'fairness')
          : null,
    },
  }
}
