import type { Fairness } from '@pipkin/contract'
import { epochCommitment, roundCommitment, roundKey, toHex } from '@pipkin/games'
import { type Queryable, sql } from '../platform/database/database.ts'

// Nonces have no gaps: the last one says how many rounds there were. The open ones are asked for by
// $1: by the epoch's player they may be gathered for all players at once.
const statement = sql`
  select e.epoch, e.seed, w.epoch as current, w.nonce,
         coalesce((select r.nonce + 1 from ledger.rounds r
                   where r.player_id = e.player_id and r.epoch = e.epoch
                   order by r.nonce desc limit 1), 0) as rounds,
         exists (select from ledger.rounds r
                 where r.player_id = $1 and r.epoch = e.epoch and r.status = 'pending') as open,
         (select r.client_seed from ledger.rounds r where r.player_id = e.player_id
          order by r.epoch desc, r.nonce desc limit 1) as client_seed
  from ledger.wallets w join ledger.epochs e using (player_id)
  where w.player_id = $1
  order by e.epoch`

interface EpochRow {
  readonly epoch: number
  readonly seed: Buffer
  readonly current: number
  readonly nonce: number
  readonly rounds: number
  readonly open: boolean
  readonly client_seed: string | null
}

/**
 * What the player may know of the chance of their rounds: the commitments of this epoch, of the
 * next one and of the next round, and the seeds of the epochs that have ended with no round of
 * theirs open.
 */
export async function readFairness(database: Queryable, player: number): Promise<Fairness> {
  const epochs = await database.rows<EpochRow>(statement, [player])
  const current = epochs.find((row) => row.epoch === row.current)
  const next = epochs.find((row) => row.epoch === row.current + 1)
  if (!current || !next) throw new Error(`player ${player} has no epochs`)
  return {
    epoch: current.epoch,
    epochCommitment: toHex(epochCommitment(current.seed)),
    nextEpochCommitment: toHex(epochCommitment(next.seed)),
    nonce: current.nonce,
    commitment: toHex(roundCommitment(roundKey(current.seed, String(player), current.nonce))),
    clientSeed: current.client_seed,
    ended: epochs
      .filter((row) => row.epoch < row.current)
      .map((row) => ({
        epoch: row.epoch,
        commitment: toHex(epochCommitment(row.seed)),
        seed: row.open ? null : toHex(row.seed),
        rounds: row.rounds,
      })),
  }
}
