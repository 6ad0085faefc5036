import { gameStatusOf } from '@pipkin/games'
import type { Money } from '@pipkin/money'
import type { Database } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { findRound } from './find-round.ts'
import type { Signer } from './receipts.ts'
import { showRound } from './show-round.ts'

/**
 * Confirms the participation that the bet made. What the client says of it is compared, never
 * taken.
 */
export async function confirmParticipation(
  deps: { database: Database; signer: Signer },
  claim: { player: number; transactionId: string; stake: Money; game: number },
): Promise<Result<'addParticipation'>> {
  const stored = await findRound(deps.database, claim.player, claim.transactionId)
  if (!stored) return refuse('notFound')
  if (stored.stake !== claim.stake || stored.game !== claim.game) return refuse('notConfirmed')
  return done<'addParticipation'>(
    {
      gameStatus: gameStatusOf(deps.signer.bet(stored).dealt),
      Data: showRound(stored, deps.signer),
    },
    'Game started!',
  )
}
