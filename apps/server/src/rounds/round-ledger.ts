import { callTogether } from '../ledger/call-together.ts'
import { askTogether, columnsOf } from '../platform/ask-together.ts'
import { type Database, sql } from '../platform/database.ts'
import type { Placed } from './place-bet.ts'
import type { BeforeMove, Stored } from './play-move.ts'

/**
 * What bets and moves ask of the ledger (apps/server/migrations/0004_rounds.sql), parameters in order: the two functions that
 * move the money of rounds, and what is read before a move.
 */
export type RoundLedger = ReturnType<typeof roundLedger>

const before = sql`
  select ledger.round_record(player_id, round_id) as round, ledger.earlier_answer(player_id, key, input_hash) as earlier
  from unnest($1::integer[], $2::uuid[], $3::text[], $4::bytea[]) with ordinality
    as moves(player_id, round_id, key, input_hash, place)
  order by place`

export const roundLedger = (database: Database) => ({
  placeBet: callTogether<Placed>(database, {
    name: 'ledger.place_bet',
    types: ['integer', 'uuid', 'smallint', 'bigint', 'text', 'bytea', 'bytea', 'text', 'bytea', 'boolean'],
  }),
  readBeforeMove: askTogether((moves: readonly (readonly unknown[])[]) =>
    database.rows<BeforeMove>(before, columnsOf(moves)),
  ),
  storeMoves: callTogether<Stored>(database, {
    name: 'ledger.store_moves',
    types: ['integer', 'uuid', 'integer', 'jsonb', 'ledger.round_status', 'bigint', 'uuid', 'text', 'bytea'],
  }),
})
