import type { InputOf } from '@pipkin/contract/schemas'
import { parseTransactionId } from '../../ledger/transaction-id.ts'
import {
  type Database,
  maybeOne,
  one,
  type Queryable,
  sql,
} from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import { publicName } from '../../players/accounts/public-name.ts'

const settled = sql`
  select from ledger.rounds where player_id = $1 and round_id = $2 and settled_at is not null`

// The account's row is locked: a closing of the same moment takes the name away, or comes first.
const give = sql`
  with own as (
    select player_id from players.accounts where player_id = $1 and closed_at is null for share
  ), named as (
    insert into players.named_rounds (player_id, round_id) select player_id, $2 from own
    on conflict do nothing
  )
  select count(*)::int as count from own`

const take = sql`delete from players.named_rounds where player_id = $1 and round_id = $2`

/**
 * Has the replay of a settled round carry its player's name, or no more. It is the player's own
 * act, for each round: the link of another round carries no name.
 */
export async function nameRound(
  database: Database,
  { player, transactionId, isNamed }: InputOf<'nameRound'>,
): Promise<Result<'nameRound'>> {
  const ref = parseTransactionId(transactionId)
  if (ref?.player !== player) return refuse('notFound')
  if (!isNamed) await database.rows(take, [player, ref.id])
  else {
    // What has ended stays so.
    if ((await database.rows(settled, [player, ref.id])).length === 0) return refuse('notFound')
    const { count } = await one(database.rows<{ count: number }>(give, [player, ref.id]))
    if (count === 0) return refuse('notFound')
  }
  return done<'nameRound'>({ name: await readRoundName(database, transactionId) })
}

const read = sql`
  select a.name from players.named_rounds n join players.accounts a using (player_id)
  where n.player_id = $1 and n.round_id = $2 and a.closed_at is null and a.frozen_from is null`

/**
 * The name that a round's replay carries, as other players see it; null without one. A frozen
 * account's is hidden: its owner may not have given it.
 */
export async function readRoundName(
  database: Queryable,
  transactionId: string,
): Promise<string | null> {
  const ref = parseTransactionId(transactionId)
  const row = ref && (await maybeOne(database.rows<{ name: string }>(read, [ref.player, ref.id])))
  return row ? publicName(row.name) : null
}
