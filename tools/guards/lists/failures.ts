import type { Guard } from '../guard.ts'
import { restores, roundsSql, server } from '../paths.ts'

/** Restores, and failures of the database. */
export const failuresGuards: readonly Guard[] = [
  {
    name: 'restores: no name comes back on a replay',
    file: server('migrations/0016_restores.sql'),
    guard: 'delete from players.named_rounds;',
    without: '',
    tests: restores,
    // Each of its tests goes on from the one before.
    titles: 'RESTORE',
  },
  {
    name: 'a restore voids what epochs have left',
    file: server('migrations/0004_seeds.sql'),
    guard: 'update ledger.wallets set epoch = epoch + 2, nonce = 0;',
    without: '',
    tests: restores,
  },
  {
    name: 'a restored database is noticed',
    file: server('migrations/0016_restores.sql'),
    guard: 'or kept is null or kept.beat < p_beat',
    without: '',
    tests: server('src/platform/database/watermark.test.ts'),
  },
  {
    name: 'each new connection is compared with the watermark',
    file: server('src/platform/database/database.ts'),
    guard: 'admit(queryable(client)).then(() => done(), done)',
    without: 'done()',
    tests: server('src/platform/database/watermark.test.ts'),
  },
  {
    name: 'a frozen account’s name is on no replay',
    file: server('src/rounds/proofs/name-round.ts'),
    guard: ' and a.frozen_from is null',
    without: '',
    tests: server('src/rounds/proofs/name-round.test.ts'),
  },
  {
    name: 'a round is named by its player alone',
    file: server('src/rounds/proofs/name-round.ts'),
    guard: "if (ref?.player !== player) return refuse('notFound')",
    without: "if (!ref) return refuse('notFound')",
    tests: server('src/rounds/proofs/name-round.test.ts'),
  },
  {
    name: 'a connection that is cut while it is judged ends no process',
    file: server('src/platform/database/database.ts'),
    guard: "pool.on('connect', (client) => client.on('error', () => undefined))",
    without: '',
    tests: server('src/platform/database/database.test.ts'),
  },
  {
    name: 'a statement that a deadlock undid runs again',
    file: server('src/platform/database/database.ts'),
    guard: 'runAgain(() => direct.rows(statement, values))',
    without: 'direct.rows(statement, values)',
    tests: server('src/platform/database/database.test.ts'),
    titles: 'a statement',
  },
  {
    name: 'a node gets a copy of each function that a copied one needs',
    file: server('src/platform/database/copy-calls.ts'),
    guard: "'place_bet', 'weigh_bet', 'store_plain_moves'",
    without: "'place_bet', 'store_plain_moves'",
    tests: server('src/platform/database/copy-calls.test.ts'),
  },
  {
    name: 'what a second deadlock undid runs again, too',
    file: server('src/platform/database/database.ts'),
    guard: 'const mostRuns = 4',
    without: 'const mostRuns = 2',
    tests: server('src/platform/database/database.test.ts'),
    titles: 'undone again',
  },
  {
    name: 'a transaction that a deadlock undid runs again',
    file: server('src/platform/database/database.ts'),
    guard: 'runAgain(() => transaction(pool, work))',
    without: 'transaction(pool, work)',
    tests: server('src/platform/database/database.test.ts'),
    titles: 'the transaction',
  },
  {
    name: 'a round in a voided epoch is not the player’s to move',
    file: roundsSql,
    guard: 'if (voided_in is not null) <> p_voided then return \'{"conflict": true}\'; end if;',
    without: '',
    tests: server('src/rounds/finish-left-rounds.test.ts'),
    titles: 'restore',
  },
  {
    name: 'a withdrawal that may have been paid waits after a restore',
    file: server('migrations/0016_restores.sql'),
    guard:
      "where kind = 'withdrawal' and (state = 'requested' or state = 'review' and nonce is null);",
    without: 'where false;',
    tests: server('src/cashier/worker/restored.test.ts'),
  },
  {
    name: 'a skipped epoch needs a void',
    file: 'packages/games/src/verify/verify-history.ts',
    guard: 'count === 0 && !voided.has(from.epoch + i)',
    without: 'count < 0',
    tests: 'packages/games/src/verify/voids.test.ts',
  },
  {
    name: 'a database that hangs is disconnected',
    file: server('src/platform/database/watch-database.ts'),
    guard: 'for (const socket of sockets) socket.destroy(new DatabaseHangs())',
    without: '',
    tests: server('test/outages/outages.test.ts'),
    titles: 'hangs',
  },
  {
    name: 'a full disk is reported as full',
    file: server('src/platform/database/database-failure.ts'),
    guard:
      "if (code === '53100' || (error instanceof pg.DatabaseError && isEndOfSpace(error.message))) return 'full'",
    without: '',
    tests: server('test/outages/disk-full.test.ts'),
    titles: 'grow',
  },
]
