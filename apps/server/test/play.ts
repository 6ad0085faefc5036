import { parseTransactionId } from '../src/ledger/transaction-id.ts'
import { type Database, sql } from '../src/platform/database/database.ts'
import type { SignedIn } from './running-server.ts'

/** A settled round of the slot, as it was answered. */
export interface PlayedRound {
  readonly Transaction_Id: string
  readonly Bet_Amt: number
  readonly Return_Amt: number
  readonly Status: string
}

/** Bets on the slot and spins. */
export async function playSlot(player: SignedIn, stake = 10): Promise<PlayedRound> {
  const transactionId = await placeBet(player, 3, stake)
  const spun = await player.post('playRound', {
    User_Id: player.id,
    Transaction_Id: transactionId,
    Move: { spin: true },
  })
  return spun.body.Data as PlayedRound
}

/** Places a bet and answers its `Transaction_Id`. */
export async function placeBet(player: SignedIn, game: number, stake = 10): Promise<string> {
  const placed = await player.post('addTransaction', {
    User_Id: player.id,
    Amount: -stake,
    StatusMsg: 'amtplaced',
    Game_Id: game,
  })
  if (!placed.body.Status) throw new Error(`no bet: ${placed.body.Message}`)
  return String(placed.body.Transaction_Id)
}

/** Makes a round look as if it had been placed, and settled, at that time. */
export async function replaceInTime(
  owner: Database,
  transactionId: string,
  at: string,
): Promise<void> {
  const { player, id } = parseTransactionId(transactionId)!
  await owner.rows(
    sql`
    with round as (
      update ledger.rounds set placed_at = $3,
        settled_at = case when settled_at is not null then $3::timestamptz end
      where player_id = $1 and round_id = $2 returning round_id
    )
    update ledger.movements set at = $3 where player_id = $1
      and round_id = (select round_id from round)`,
    [player, id, at],
  )
}
