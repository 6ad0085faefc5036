import { z } from 'zod'
import { readBalances } from '../balances.ts'
import { listTransactions } from '../transactions.ts'
import { cursor, pageLimit, playerId } from './scalars.ts'
import { spec } from './spec.ts'

export const wallet = {
  readBalances: spec(readBalances, {
    summary: 'The four balances',
    session: 'required',
    input: z.object({ player: playerId }),
    own: true,
    refusals: [],
  }),
  listTransactions: spec(listTransactions, {
    summary: "The movements of the player's wallets, newest first",
    session: 'required',
    input: z.object({
      player: playerId,
      cursor,
      limit: pageLimit,
      all: z.boolean().default(false),
    }),
    own: true,
    refusals: [],
  }),
}
