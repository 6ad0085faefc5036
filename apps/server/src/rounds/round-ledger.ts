import { callTogether } from '../ledger/call-together.ts'
import type { Database } from '../platform/database/database.ts'
import type { Placed } from './place-bet.ts'
import type { RoundRead, Stored } from './play-move.ts'
import { roundsInPlay } from './rounds-in-play.ts'

/**
 * The functions that bets and moves call (apps/server/migrations/0006_rounds.sql), their parameters
 * in order, and the rounds that are being played through them.
 */
export type RoundLedger = ReturnType<typeof roundLedger>

export const roundLedger = (database: Database) => ({
  placeBet: callTogether<Placed>(database, {
    name: 'ledger.place_bet',
    types: [
      'integer',
      'uuid',
      'smallint',
      'bigint',
      'text',
      'bytea',
      'bytea',
      'text',
      'bytea',
      'boolean',
    ],
  }),
  readRound: callTogether<RoundRead>(database, {
    name: 'ledger.read_round',
    types: ['integer', 'uuid', 'text', 'bytea'],
  }),
  storeMoves: callTogether<Stored>(database, {
    name: 'ledger.store_moves',
    types: [
      'integer',
      'uuid',
      'integer',
      'jsonb',
      'ledger.round_status',
      'bigint',
      'uuid',
      'text',
      'bytea',
    ],
  }),
  inPlay: roundsInPlay(),
})
