import type { Fairness } from '@pipkin/contract'
import { rulesHash, toHex } from '@pipkin/games'
import { type Money, moneyToWire, negate } from '@pipkin/money'
import { type CallResult, call } from '../api/call.ts'
import { fairnessQuery, queryClient } from '../api/queries.ts'
import { fixedSeed, freshSeed } from './client-seed.ts'
import { withCutOff } from './cut-off.ts'
import { answered, betFor, forgetBet, type KeptBet, keepBet, readBet } from './kept-bet.ts'

/** Whose rounds of which game, and the rules that the player is shown before a bet. */
export interface Seat<R> {
  readonly player: number
  readonly gameId: number
  readonly rules: R
}

/**
 * Sends a bet by the commitment that the player sees. Where that one was used up elsewhere the
 * answer brings the fresh one: it is shown and tried once.
 */
export async function sendBet(
  seat: Seat<object>,
  stake: Money,
): Promise<CallResult<'addTransaction'>> {
  const { queryKey } = fairnessQuery(seat.player)
  const seen = queryClient.getQueryData(queryKey)
  if (!seen) throw new Error('a bet before its commitment was shown')
  const result = await sendKept(betBy(seat, stake, seen.Data))
  const fresh = fairnessIn(result)
  if (!fresh) return result
  queryClient.setQueryData(queryKey, { Data: fresh })
  return sendKept(betBy(seat, stake, fresh))
}

function betBy(seat: Seat<object>, stake: Money, { commitment }: Fairness): KeptBet {
  const { player, gameId, rules } = seat
  const wager = { player, gameId, stake, commitment, rulesHash: toHex(rulesHash(rules)) }
  return betFor(wager, readBet(sessionStorage), {
    fixed: fixedSeed(localStorage),
    fresh: freshSeed,
  })
}

/**
 * Sends a bet that is kept as long as it has no good answer, so that it can be repeated exactly.
 * What was refused stays refused under its key (`docs/invariants.md`): the same bet later has
 * another.
 */
export async function sendKept(bet: KeptBet): Promise<CallResult<'addTransaction'>> {
  keepBet(sessionStorage, { ...bet, underWaySince: Date.now() })
  const { result, cutOff } = await withCutOff(() =>
    call('addTransaction', {
      body: {
        StatusMsg: 'amtplaced',
        User_Id: bet.player,
        Amount: moneyToWire(negate(bet.stake)),
        Game_Id: bet.gameId,
        Client_Seed: bet.clientSeed,
        Commitment: bet.commitment,
        Rules_Hash: bet.rulesHash,
      },
      idempotencyKey: bet.key,
    }),
  )
  if (result.ok) forgetBet(sessionStorage)
  else if (!cutOff)
    keepBet(sessionStorage, answered(bet, isDecided(result) ? freshSeed() : bet.key))
  return result
}

/** Refused for good, not because somebody has to wait or something is down. */
const isDecided = (result: CallResult<'addTransaction'>): boolean =>
  !result.ok && result.kind === 'refused' && result.status === 200

/** What a refusal for a stale commitment brings along. */
function fairnessIn(result: CallResult<'addTransaction'>): Fairness | null {
  if (result.ok || result.kind !== 'refused') return null
  return isStale(result.data) ? result.data.fairness : null
}

const isStale = (data: object | undefined): data is { fairness: Fairness } =>
  data !== undefined && 'fairness' in data && 'usedBy' in data
