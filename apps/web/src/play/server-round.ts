import {
  type ChangedBalances,
  confirmBet,
  playMove,
  type RoundView,
  readFairness,
} from '@pipkin/contract'
import type { BaseRules } from '@pipkin/games'
import { type CallResult, call } from '../api/call.ts'
import { limitsQuery } from '../api/limits.ts'
import { CallError, callQuery, openRoundsQuery, queryClient, refetchCalls } from '../api/queries.ts'
import { expectEvent, whileAnswering } from '../api/round-changes.ts'
import { keptBet, wasInterrupted } from './kept-bet.ts'
import { keepReceipt, receiptsOf } from './receipts.ts'
import type { BetAnswer, Driver, Found, GameOnScreen, MoveAnswer, Round } from './round.ts'
import { roundInAnswer } from './round-in-answer.ts'
import { type BetContext, type BetResult, isDecided, sendBet, sendKept } from './send-bet.ts'
import { storedUnseen, type Unseen } from './unseen.ts'

/**
 * Rounds for money: the server deals, judges and pays. The browser keeps what it needs to repeat a
 * request and to check the answer.
 */
export function serverRounds<R extends BaseRules, M, V>(
  on: GameOnScreen<R, M, V>,
  context: BetContext<R>,
): Driver<Round<R, M, V>, M> {
  type Here = Round<R, M, V>
  const { player, gameId } = context
  const unseenRound = storedUnseen(player, gameId)

  function take(answer: RoundView, balances: ChangedBalances | null = null): Here {
    keepReceipt(answer.receipt)
    const [bound = answer.receipt] = receiptsOf(answer.transactionId)
    const round = roundInAnswer(on, answer, bound, balances)
    if (round.status === 'Pending') unseenRound.write(round)
    return round
  }

  /** Confirms a bet's participation; the answer is the round as it is now, ended or not. */
  const confirm = ({ id, stake }: Unseen) =>
    call(confirmBet, { player, transactionId: id, stake, gameId })

  async function resume(): Promise<Found<Here>> {
    const rounds = await queryClient.fetchQuery({ ...openRoundsQuery(player), staleTime: 0 })
    const open = rounds.find((round) => round.gameId === gameId)
    const kept = keptBet.read()
    const own = kept?.player === player && kept.gameId === gameId ? kept : null
    if (open) {
      if (own) keptBet.write(undefined)
      return { round: take(open) }
    }
    const bet =
      own && wasInterrupted(own, Date.now()) ? await begin(await sendKept(own)) : undefined
    if (bet?.ok) return { round: bet.round, bet }
    const unseen = unseenRound.read()
    return { round: unseen ? await seeEnd(unseen) : null, ...(bet && { bet }) }
  }

  /** Reads a round that ended before the player saw its result. */
  async function seeEnd(unseen: Unseen): Promise<Here | null> {
    const result = await confirm(unseen)
    if (result.ok) return take(result.answer.round)
    if (result.kind !== 'refused') throw new CallError(result.kind, result.kind)
    unseenRound.write(undefined)
    return null
  }

  /** Turns the answer to a bet into the round that it opened. */
  async function begin(result: BetResult): Promise<BetAnswer<Here>> {
    if (!result.ok) return noRound(result)
    const round = take(result.answer.round)
    if (result.answer.isResumed) return { ok: true, round, participation: 'resumed' }
    // The bet has made the participation: the round is open in any case.
    const confirmed = await confirm(round)
    if (confirmed.ok)
      return { ok: true, round: take(confirmed.answer.round), participation: 'confirmed' }
    const participation = confirmed.kind === 'refused' ? 'refused' : 'unanswered'
    return { ok: true, round, participation }
  }

  /** Makes a move. Its answer carries the changes, so an event about them needs no read. */
  const sendMove = (id: string, next: M): Promise<CallResult<typeof playMove>> =>
    whileAnswering(async () => {
      const result = await call(playMove, { player, transactionId: id, move: next })
      if (result.ok && result.answer.balances) {
        expectEvent('ended', id)
        readSeeds(player)
      }
      return result
    })

  async function move({ id, stake }: Here, next: M): Promise<MoveAnswer<Here>> {
    const result = await sendMove(id, next)
    if (result.ok)
      return { ok: true, round: take(result.answer.round, result.answer.balances ?? null) }
    if (result.kind !== 'refused' || result.status === 409) return { ok: false, kind: 'unanswered' }
    // The round may have gone on in another tab, or on another device.
    const now = await confirm({ id, stake })
    if (!now.ok) return { ok: false, kind: 'refused', message: result.message }
    const round = take(now.answer.round)
    return { ok: true, round, ...(round.status === 'Pending' && { refusal: result.message }) }
  }

  return { resume, bet: async (stake) => begin(await sendBet(context, stake)), move }
}

type FailedBet = Extract<BetResult, { readonly ok: false }>

/** The outcome of a bet that opened no round. */
function noRound(result: FailedBet): BetAnswer<never> {
  if (result.kind !== 'refused') return { ok: false, kind: 'unanswered' }
  // What the player sees may be out of date: settings, rules, commitment, balances.
  void refetchCalls('listGames', 'readFairness', 'readBalances')
  return {
    ok: false,
    kind: 'refused',
    message: result.message,
    isFinal: isDecided(result),
    waitMs: (result.retryAfterSeconds ?? 0) * 1000,
    endsSession: hasLoggedOut(result),
  }
}

/** Whether the server has logged the player out with this refusal, as the profile asks. */
function hasLoggedOut(result: FailedBet): boolean {
  if (result.kind !== 'refused' || result.data?.code !== 'limitReached') return false
  const offers = queryClient.getQueryData(limitsQuery().queryKey)?.offers
  return offers?.logsOutAtLimit === true && result.data.data.limit.kind !== 'stake'
}

/** The end of a round may have revealed the seed of an epoch that ended before it. */
function readSeeds(player: number): void {
  const { queryKey } = callQuery(readFairness, { player })
  if (queryClient.getQueryData(queryKey)?.fairness.ended.some(({ seed }) => seed === null))
    void refetchCalls('readFairness')
}
