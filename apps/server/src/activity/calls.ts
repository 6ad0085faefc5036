import type { Handlers } from '../platform/call.ts'
import type { Database } from '../platform/database.ts'
import { listTransactions } from './list-transactions.ts'
import { readWallets } from './read-wallets.ts'

/** The calls that read a player's money. */
export const activityCalls = (deps: { database: Database }): Handlers<'walletList' | 'transactions'> => ({
  walletList: (_, { session }) => readWallets(deps.database, session.player),
  transactions: ({ cursor, limit, all }, { session }) =>
    listTransactions(deps.database, session.player, { cursor, limit, all }),
})
