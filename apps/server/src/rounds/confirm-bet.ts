import type { InputOf } from '@pipkin/contract/schemas'
import { gameStatusOf } from '@pipkin/games'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { findRound, type RoundReader } from './find-round.ts'
import type { Signer } from './receipts.ts'
import { showRound } from './show-round.ts'

/**
 * Confirms the participation that the bet made. What the client says of it is compared, never
 * taken.
 */
export async function confirmBet(
  deps: RoundReader & { signer: Signer },
  claim: InputOf<'confirmBet'>,
): Promise<Result<'confirmBet'>> {
  const stored = await findRound(deps, claim.player, claim.transactionId)
  if (!stored) return refuse('notFound')
  if (stored.stake !== claim.stake || stored.game !== claim.gameId) return refuse('notConfirmed')
  return done<'confirmBet'>(
    {
      gameStatus: gameStatusOf(deps.signer.bet(stored).dealt),
      round: showRound(stored, deps.signer),
    },
    'Game started!',
  )
}
