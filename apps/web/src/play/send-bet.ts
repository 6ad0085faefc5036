import { type Fairness, type NextRound, placeBet, readFairness } from '@pipkin/contract'
import { rulesHash, toHex } from '@pipkin/games'
import type { Money } from '@pipkin/money'
import { type CallResult, call } from '../api/call.ts'
import { callQuery, queryClient, refetchCalls } from '../api/queries.ts'
import { applyBalances, expectEvent, whileAnswering } from '../api/round-changes.ts'
import { fixedSeed, freshSeed } from './client-seed.ts'
import { withCutOff } from './cut-off.ts'
import { answered, betFor, forgetBet, type KeptBet, keepBet, readBet } from './kept-bet.ts'

/** Whose rounds of which game, and the rules that the player is shown before a bet. */
export interface Seat<R> {
  readonly player: number
  readonly gameId: number
  readonly rules: R
}

type BetResult = CallResult<typeof placeBet>

/**
 * Sends a bet by the commitment that the player sees. Where that one was used up elsewhere the
 * answer brings the fresh one: it is shown and tried once.
 */
export async function sendBet(seat: Seat<object>, stake: Money): Promise<BetResult> {
  const { queryKey } = callQuery(readFairness, { player: seat.player })
  const seen = queryClient.getQueryData(queryKey)
  if (!seen) throw new Error('a bet before its commitment was shown')
  const result = await sendKept(betBy(seat, stake, seen))
  const fresh = fairnessIn(result)
  if (!fresh) return result
  queryClient.setQueryData(queryKey, fresh)
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
 * another. What a good answer changed goes into the page's cache.
 */
export async function sendKept(bet: KeptBet): Promise<BetResult> {
  keepBet(sessionStorage, { ...bet, underWaySince: Date.now() })
  const { player, gameId, stake, clientSeed, commitment, rulesHash, key } = bet
  const { result, cutOff } = await withCutOff(() =>
    whileAnswering(async () => {
      const result = await call(
        placeBet,
        { player, gameId, stake, clientSeed, commitment, rulesHash },
        { idempotencyKey: key },
      )
      if (result.ok) applyChanges(bet, result.answer)
      return result
    }),
  )
  if (result.ok) forgetBet(sessionStorage)
  else if (!cutOff) keepBet(sessionStorage, answered(bet, isDecided(result) ? freshSeed() : key))
  return result
}

/** Puts what a bet changed into the cache; reads again what its answer leaves out. */
function applyChanges(
  { player, clientSeed }: KeptBet,
  { transactionId, balances, nextRound }: Extract<BetResult, { readonly ok: true }>['answer'],
): void {
  if (balances) {
    expectEvent(transactionId)
    applyBalances(player, balances)
  } else void refetchCalls('readBalances')
  if (!nextRound || !applyNextRound(player, clientSeed, nextRound))
    void refetchCalls('readFairness')
  void refetchCalls('listOpenRounds')
}

/** Whether the next round could be put into the cache: it is of the epoch that is there. */
function applyNextRound(player: number, clientSeed: string, next: NextRound): boolean {
  const { queryKey } = callQuery(readFairness, { player })
  const fairness = queryClient.getQueryData(queryKey)
  if (fairness?.epoch !== next.epoch) return false
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, { ...fairness, ...next, clientSeed })
  return true
}

/** Refused for good, not because somebody has to wait or something is down. */
const isDecided = (result: BetResult): boolean =>
  !result.ok && result.kind === 'refused' && result.status === 200

/** What a refusal for a stale commitment brings along. */
function fairnessIn(result: BetResult): Fairness | null {
  if (result.ok || result.kind !== 'refused') return null
  return result.data?.code === 'commitmentStale' ? result.data.data.fairness : null
}
