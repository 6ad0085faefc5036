import { type Fairness, type NextRound, placeBet, readFairness } from '@pipkin/contract'
import { rulesHash, toHex } from '@pipkin/games'
import type { Money } from '@pipkin/money'
import { applyBalances } from '../api/apply-balances.ts'
import { type CallResult, call } from '../api/call.ts'
import { applyStake } from '../api/limits.ts'
import { callQuery, queryClient, refetchCalls, samePlayer } from '../api/queries.ts'
import { expectEvent, whileAnswering } from '../api/round-changes.ts'
import { fixedSeed, freshSeed } from './client-seed.ts'
import { dueReminder } from './due-reminder.ts'
import { answered, betFor, type KeptBet, keptBet } from './kept-bet.ts'
import { watchUnload } from './watch-unload.ts'

/** The player, the game, and the rules that the player saw before the bet. */
export interface BetContext<R> {
  readonly player: number
  readonly gameId: number
  readonly rules: R
}

export type BetResult = CallResult<typeof placeBet>

/**
 * Sends a bet with the commitment that the player sees. If another page has used it up, the answer
 * brings the fresh one: the bet is sent once more, with that one on screen.
 */
export async function sendBet(context: BetContext<object>, stake: Money): Promise<BetResult> {
  const { queryKey } = callQuery(readFairness, { player: context.player })
  const seen = queryClient.getQueryData(queryKey)
  if (!seen) throw new Error('a bet before its commitment was shown')
  const result = await sendKept(betBy(context, stake, seen.fairness))
  const fresh = fairnessIn(result)
  if (!fresh) return result
  queryClient.setQueryData(queryKey, { fairness: fresh })
  return sendKept(betBy(context, stake, fresh))
}

function betBy(context: BetContext<object>, stake: Money, { commitment }: Fairness): KeptBet {
  const { player, gameId, rules } = context
  const wager = { player, gameId, stake, commitment, rulesHash: toHex(rulesHash(rules)) }
  return betFor(wager, keptBet.read(), { fixed: fixedSeed.read(), fresh: freshSeed })
}

/**
 * Sends a bet, and keeps it until it is accepted to repeat it exactly. A refusal uses up no key, so
 * the next attempt and one that is delayed on its way are one bet. The changes of an accepted bet
 * go into the page's cache.
 */
export async function sendKept(bet: KeptBet): Promise<BetResult> {
  const isSamePlayer = samePlayer()
  keptBet.write({ ...bet, underWaySince: Date.now() })
  const { player, gameId, stake, clientSeed, commitment, rulesHash, key } = bet
  const { result, isUnloading } = await watchUnload(() =>
    whileAnswering(async () => {
      const result = await call(
        placeBet,
        { player, gameId, stake, clientSeed, commitment, rulesHash },
        { idempotencyKey: key },
      )
      if (result.ok && isSamePlayer()) applyChanges(bet, result.answer)
      return result
    }),
  )
  // What a page kept for the next player is theirs.
  if (!isSamePlayer()) return result
  if (!result.ok && result.kind === 'refused' && result.data?.code === 'reminderDue')
    dueReminder.set(result.data.data.reminder)
  if (result.ok) keptBet.write(undefined)
  else if (!isUnloading) keptBet.write(answered(bet))
  return result
}

/** Puts a bet's changes into the cache; reads again what its answer leaves out. */
function applyChanges(
  { player, stake, clientSeed }: KeptBet,
  { transactionId, balances, nextRound }: Extract<BetResult, { readonly ok: true }>['answer'],
): void {
  if (balances) {
    expectEvent('placed', transactionId)
    applyBalances(player, balances, stake)
    applyStake(stake)
  } else void refetchCalls('readBalances', 'readLimits')
  if (!nextRound || !applyNextRound(player, clientSeed, nextRound))
    void refetchCalls('readFairness')
  void refetchCalls('listOpenRounds')
}

/** Puts the next round into the cache if its epoch is still the same; answers whether it did. */
function applyNextRound(player: number, clientSeed: string, next: NextRound): boolean {
  const { queryKey } = callQuery(readFairness, { player })
  const seen = queryClient.getQueryData(queryKey)
  if (seen?.fairness.epoch !== next.epoch) return false
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, {
    ...seen,
    fairness: { ...seen.fairness, ...next, clientSeed },
  })
  return true
}

/** Whether a bet is refused for good: not by a limit, nor because a part is down. */
export const isDecided = (result: BetResult): boolean =>
  !result.ok && result.kind === 'refused' && result.status === 200

/** The fresh fairness that a refusal for a stale commitment carries. */
function fairnessIn(result: BetResult): Fairness | null {
  if (result.ok || result.kind !== 'refused') return null
  return result.data?.code === 'commitmentStale' ? result.data.data.fairness : null
}
