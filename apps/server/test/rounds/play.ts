import { parseTransactionId } from '../../src/ledger/transaction-id.ts'
import { type Database, sql } from '../../src/platform/database/database.ts'
import type { SignedIn } from '../processes/running-server.ts'

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

/**
 * Gives a new player an epoch of so many lost rounds of the slot, all alike, as if they had been
 * played.
 */
export async function fillEpoch(owner: Database, player: number, rounds: number): Promise<void> {
  await owner.rows(
    sql`
    with played as (
      insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
        stake, placed_at, moved_at, moves, status, settled_at)
      select $1, gen_random_uuid(), 3, 0, n, 'same', g.rules_hash, 1000, at, at, '[{"spin": true}]',
             'loss', at
      from generate_series(0, $2 - 1) n join ledger.games g on g.game = 3,
           lateral (select now() - interval '1 day' + n * interval '1 s' as at) t
      returning *
    ), stakes as (
      insert into ledger.movements (player_id, at, movement_id, kind, deposit, games, round_id)
      select player_id, placed_at, round_id, 'stake', -stake, stake, round_id from played
    )
    update ledger.wallets set nonce = $2 where player_id = $1`,
    [player, rounds],
  )
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
