import { callTogether } from '../ledger/call-together.ts'
import type { Database } from '../platform/database.ts'
import type { Placed } from './place-bet.ts'
import type { Stored } from './play-move.ts'

/** The two functions that move the money of rounds (apps/server/migrations/0004_rounds.sql), their parameters in order. */
export type RoundLedger = ReturnType<typeof roundLedger>

export const roundLedger = (database: Database) => ({
  placeBet: callTogether<Placed>(database, {
    name: 'ledger.place_bet',
    types: ['integer', 'uuid', 'smallint', 'bigint', 'text', 'bytea', 'bytea', 'text', 'bytea', 'boolean'],
  }),
  storeMoves: callTogether<Stored>(database, {
    name: 'ledger.store_moves',
    types: ['integer', 'uuid', 'integer', 'jsonb', 'ledger.round_status', 'bigint', 'uuid', 'text', 'bytea'],
  }),
})
