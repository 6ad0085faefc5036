import type { RoundView } from '@pipkin/contract'
import type { Move, Rules } from '@pipkin/games'
import { moneyToWire } from '@pipkin/money'
import { type CallResult, call } from '../api/call.ts'
import { CallError, openRoundsQuery, queryClient } from '../api/queries.ts'
import { toast } from '../ui/toasts.ts'
import { forgetBet, readBet, wasCutOff } from './kept-bet.ts'
import { keepReceipt, receiptsOf } from './receipts.ts'
import type { BetAnswer, Driver, GameOnScreen, MoveAnswer, Round } from './round.ts'
import { roundInAnswer } from './round-in-answer.ts'
import { type Seat, sendBet, sendKept } from './send-bet.ts'
import { forgetUnseen, keepUnseen, readUnseen, type Unseen } from './unseen.ts'

/** Reads again what the calls of these names have answered, wherever it is on screen. */
export const readAgain = (...names: string[]): void => {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] })
}

/**
 * Rounds for money: the server deals, judges and pays; the browser keeps what lets it ask again and
 * check.
 */
export function serverRounds<R extends Rules, M extends Move, V>(
  on: GameOnScreen<R, M, V>,
  seat: Seat<R>,
): Driver<Round<R, M, V>, M> {
  type Here = Round<R, M, V>
  const { player, gameId } = seat

  function take(answer: RoundView): Here {
    keepReceipt(localStorage, answer.receipt)
    const [bound = answer.receipt] = receiptsOf(localStorage, answer.Transaction_Id)
    const round = roundInAnswer(on, answer, bound)
    if (round.status === 'Pending') keepUnseen(sessionStorage, player, gameId, round)
    return round
  }

  /** Confirms a bet's participation; the answer is the round as it is now, ended or not. */
  const confirm = ({ id, stake }: Unseen) =>
    call('addParticipation', {
      body: {
        User_Id: player,
        Transaction_Id: id,
        Bet_Amt: moneyToWire(stake),
        Status: 'Pending',
        Game_Id: gameId,
      },
    })

  async function resume(): Promise<Here | null> {
    const { Data } = await queryClient.fetchQuery({ ...openRoundsQuery(player), staleTime: 0 })
    const open = Data.find(({ Game_Id }) => Game_Id === gameId)
    const kept = readBet(sessionStorage)
    const bet = kept?.player === player && kept.gameId === gameId ? kept : null
    if (open) {
      if (bet) forgetBet(sessionStorage)
      return take(open)
    }
    if (bet && wasCutOff(bet, Date.now())) {
      const answer = await begin(await sendKept(bet))
      if (answer.ok) return answer.round
    }
    const unseen = readUnseen(sessionStorage, player, gameId)
    return unseen && seeEnd(unseen)
  }

  /** A round that has ended before the player saw how. */
  async function seeEnd(unseen: Unseen): Promise<Here | null> {
    const result = await confirm(unseen)
    if (result.ok) return take(result.answer.Data)
    if (result.kind !== 'refused') throw new CallError(result.kind, result.kind)
    forgetUnseen(sessionStorage, player, gameId)
    return null
  }

  /** From the answer to a bet to the round that it opened. */
  async function begin(result: CallResult<'addTransaction'>): Promise<BetAnswer<Here>> {
    if (!result.ok) {
      if (result.kind !== 'refused') {
        toast.error('Some error in participation')
        return { ok: false, message: null, waitMs: 0 }
      }
      // Whatever was refused, what the player sees may be out of date: settings, rules, commitment,
      // balance.
      readAgain('gameList', 'fairness', 'walletList')
      return { ok: false, message: result.message, waitMs: (result.retryAfterSeconds ?? 0) * 1000 }
    }
    readAgain('walletList', 'fairness', 'openRounds')
    const { Data: answer, Resumed } = result.answer
    if (!answer) throw new Error('a bet was accepted without a round')
    const round = take(answer)
    if (!Resumed) return { ok: true, round: await participate(round) }
    toast.success('Your open round goes on. Nothing was taken.')
    return { ok: true, round }
  }

  /** The bet has made the participation; whatever comes of this call, the round is open. */
  async function participate(round: Here): Promise<Here> {
    const result = await confirm(round)
    if (result.ok) {
      toast.success('Game started!')
      return take(result.answer.Data)
    }
    toast.error(
      result.kind === 'refused' ? 'Failed to participate!' : 'Some error in participation',
    )
    return round
  }

  async function move(round: Here, next: M): Promise<MoveAnswer<Here>> {
    const result = await call('playRound', {
      body: { User_Id: player, Transaction_Id: round.id, Move: next },
    })
    if (result.ok) return { ok: true, round: take(result.answer.Data) }
    if (result.kind !== 'refused' || result.status === 409) return { ok: false, kind: 'unanswered' }
    // The round may have gone on in another tab, or on another device.
    const now = await confirm(round)
    if (!now.ok) return { ok: false, kind: 'refused', message: result.message }
    if (now.answer.Data.Status === 'Pending') toast.error(result.message)
    return { ok: true, round: take(now.answer.Data) }
  }

  return { resume, bet: async (stake) => begin(await sendBet(seat, stake)), move }
}
