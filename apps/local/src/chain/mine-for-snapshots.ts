import { type Database, sql } from '../../../server/src/platform/database/database.ts'
import { repeat } from '../../../server/src/platform/process/repeat.ts'
import type { LocalChain } from './start-chain.ts'

const announced = sql`select from solvency.snapshots where taken_at is null`

/**
 * Mines while a snapshot of what is owed waits for its block: the local chain makes blocks by
 * itself only after a transaction.
 */
export const mineForSnapshots = (
  database: Database,
  chain: Pick<LocalChain, 'mine'>,
  onError: (error: unknown) => void,
) =>
  repeat(
    1_000,
    async () => {
      if ((await database.rows(announced)).length > 0) await chain.mine()
    },
    onError,
  )
