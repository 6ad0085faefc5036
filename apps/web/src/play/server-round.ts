import type { Fairness, RoundView } from '@pipkin/contract'
import { type Move, type Rules, rulesHash, toHex } from '@pipkin/games'
import { type Money, moneyToWire, negate } from '@pipkin/money'
import { type CallResult, call } from '../api/call.ts'
import { CallError, fairnessQuery, openRoundsQuery, queryClient } from '../api/queries.ts'
import { toast } from '../ui/toasts.ts'
import { fixedSeed, freshSeed } from './client-seed.ts'
import { withCutOff } from './cut-off.ts'
import { betFor, forgetBet, type KeptBet, keepBet, readBet, wasCutOff } from './kept-bet.ts'
import { keepReceipt } from './receipts.ts'
import type { BetAnswer, Driver, GameOnScreen, MoveAnswer, Round } from './round.ts'
import { roundInAnswer } from './round-in-answer.ts'
import { forgetUnseen, keepUnseen, readUnseen, type Unseen } from './unseen.ts'

/** Whose rounds of which game, and the rules that the player is shown before a bet. */
export interface Seat<R> {
  readonly player: number
  readonly gameId: number
  readonly rules: R
}

/** What is read again when money may have moved. */
export const readAgain = (...names: string[]): void => {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] })
}

/** Rounds for money: the server deals, judges and pays; the browser keeps what lets it ask again and check. */
export function serverRounds<R extends Rules, M extends Move, V>(
  on: GameOnScreen<R, M, V>,
  { player, gameId, rules }: Seat<R>,
): Driver<Round<R, M, V>, M> {
  type Here = Round<R, M, V>

  function take(answer: RoundView): Here {
    keepReceipt(localStorage, answer.receipt)
    const round = roundInAnswer(on, answer)
    if (round.status === 'Pending') keepUnseen(sessionStorage, player, gameId, round)
    return round
  }

  async function resume(): Promise<Here | null> {
    const { Data } = await queryClient.fetchQuery({ ...openRoundsQuery(player), staleTime: 0 })
    const open = Data.find(({ Game_Id }) => Game_Id === gameId)
    const bet = readBet(sessionStorage)
    const betHere = bet?.player === player && bet.gameId === gameId ? bet : null
    if (open) {
      if (betHere) forgetBet(sessionStorage)
      return take(open)
    }
    if (betHere && wasCutOff(betHere, Date.now())) {
      const answer = await afterBet(await send(betHere))
      if (answer.ok) return answer.round
    }
    const unseen = readUnseen(sessionStorage, player, gameId)
    if (!unseen) return null
    const result = await confirm(unseen)
    if (result.ok) return take(result.answer.Data)
    if (result.kind !== 'refused') throw new CallError(result.kind, result.kind)
    forgetUnseen(sessionStorage, player, gameId)
    return null
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

  async function bet(stake: Money): Promise<BetAnswer<Here>> {
    // The sheet shows the commitment from this same cache: the bet names what the player sees.
    const seen = queryClient.getQueryData(fairnessQuery(player).queryKey)
    if (!seen) throw new Error('a bet before its commitment was shown')
    const result = await send(betOn(seen.Data, stake))
    const fresh = fairnessIn(result)
    if (!fresh) return afterBet(result)
    queryClient.setQueryData(fairnessQuery(player).queryKey, { Data: fresh })
    return afterBet(await send(betOn(fresh, stake)))
  }

  function betOn({ commitment }: Fairness, stake: Money): KeptBet {
    const wager = { player, gameId, stake, commitment, rulesHash: toHex(rulesHash(rules)) }
    return betFor(wager, readBet(sessionStorage), { fixed: fixedSeed(localStorage), fresh: freshSeed })
  }

  async function send(kept: KeptBet): Promise<CallResult<'addTransaction'>> {
    keepBet(sessionStorage, { ...kept, underWaySince: Date.now() })
    const { result, cutOff } = await withCutOff(() =>
      call('addTransaction', {
        body: {
          StatusMsg: 'amtplaced',
          User_Id: player,
          Amount: moneyToWire(negate(kept.stake)),
          Game_Id: gameId,
          Client_Seed: kept.clientSeed,
          Commitment: kept.commitment,
          Rules_Hash: kept.rulesHash,
        },
        idempotencyKey: kept.key,
      }),
    )
    if (result.ok) forgetBet(sessionStorage)
    else if (!cutOff) keepBet(sessionStorage, { ...kept, underWaySince: null })
    return result
  }

  async function afterBet(result: CallResult<'addTransaction'>): Promise<BetAnswer<Here>> {
    if (!result.ok) {
      if (result.kind !== 'refused') {
        toast.error('Some error in participation')
        return { ok: false, message: null, waitMs: 0 }
      }
      // Whatever was refused, what the player sees may be out of date: settings, rules, commitment, balance.
      readAgain('gameList', 'fairness', 'walletList')
      return { ok: false, message: result.message, waitMs: (result.retryAfterSeconds ?? 0) * 1000 }
    }
    readAgain('walletList', 'fairness', 'openRounds')
    const { Data: answer, Resumed } = result.answer
    if (!answer) throw new Error('a bet was accepted without a round')
    const round = take(answer)
    if (Resumed) {
      toast.success('Your open round goes on. Nothing was taken.')
      return { ok: true, round }
    }
    return { ok: true, round: await participate(round) }
  }

  /** The bet has made the participation; whatever comes of this call, the round is open. */
  async function participate(round: Here): Promise<Here> {
    const result = await confirm(round)
    if (result.ok) {
      toast.success('Game started!')
      return take(result.answer.Data)
    }
    toast.error(result.kind === 'refused' ? 'Failed to participate!' : 'Some error in participation')
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

  return { resume, bet, move }
}

/** What a refusal for a stale commitment brings along. */
function fairnessIn(result: CallResult<'addTransaction'>): Fairness | null {
  if (result.ok || result.kind !== 'refused') return null
  return isStale(result.data) ? result.data.fairness : null
}

const isStale = (data: object | undefined): data is { fairness: Fairness } =>
  data !== undefined && 'fairness' in data && 'usedBy' in data
