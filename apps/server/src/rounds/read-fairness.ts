import type { Fairness } from '@pipkin/contract'
import type { AnswerOf, InputOf } from '@pipkin/contract/schemas'
import { epochCommitment, roundCommitment, roundKey, signedGeneration, toHex } from '@pipkin/games'
import { type Queryable, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import type { SeedKeys } from './seed-keys.ts'

// The current epoch, the next one and a page of those that have ended, the newest first. Nonces
// have no gaps: the last one says how many rounds there were. Rounds are looked up by $1: by the
// epoch's player PostgreSQL may read the open rounds of all players first.
const statement = sql`
  with here as materialized (
    select epoch, nonce from ledger.wallets where player_id = $1
  ), shown as materialized (
    select * from ledger.epochs where player_id = $1 and epoch >= (select epoch from here)
    union all
    (select * from ledger.epochs
     where player_id = $1 and epoch < (select least(epoch, $2) from here)
     order by epoch desc limit $3)
  )
  select e.epoch, e.seed, e.seed_key, e.generation::float8, e.voided_in::float8, e.voided_from,
         (select g.began_at from ledger.generations g where g.generation = e.voided_in)
           as voided_at,
         w.epoch as current, w.nonce,
         coalesce((select r.nonce + 1 from ledger.rounds r
                   where r.player_id = $1 and r.epoch = e.epoch
                   order by r.nonce desc limit 1), 0) as rounds,
         exists (select from ledger.rounds r
                 where r.player_id = $1 and r.epoch = e.epoch and r.status = 'pending') as open,
         (select r.client_seed from ledger.rounds r where r.player_id = $1
          order by r.epoch desc, r.nonce desc limit 1) as client_seed
  from here w cross join shown e
  order by e.epoch`

interface EpochRow {
  readonly epoch: number
  readonly seed: Buffer
  readonly seed_key: string
  readonly generation: number
  readonly voided_in: number | null
  readonly voided_from: number | null
  readonly voided_at: Date | null
  readonly current: number
  readonly nonce: number
  readonly rounds: number
  readonly open: boolean
  readonly client_seed: string | null
}

interface FairnessDeps {
  readonly database: Queryable
  readonly seeds: SeedKeys
}

const firstPage = { before: 2 ** 31 - 1, limit: 20 }

/** Asks for a page of the ended epochs before this one. */
type Page = typeof firstPage

/** What the player may know, with where the page of earlier epochs begins, if there are more. */
type FairnessPage = AnswerOf<'readFairness'>

/** A page of the player's fairness by the call's cursor; refuses one that isn't ours. */
export async function listFairness(
  deps: FairnessDeps,
  { player, cursor, limit }: InputOf<'readFairness'>,
): Promise<Result<'readFairness'>> {
  const before = cursor === undefined ? firstPage.before : parseEpoch(cursor)
  if (before === null) return refuse('malformed')
  return done<'readFairness'>(await readFairnessPage(deps, player, { before, limit }))
}

const parseEpoch = (cursor: string): number | null =>
  /^\d{1,9}$/.test(cursor) ? Number(cursor) : null

/** What the player may know, with the first page of ended epochs. */
export const readFairness = async (deps: FairnessDeps, player: number): Promise<Fairness> =>
  (await readFairnessPage(deps, player)).fairness

/**
 * What the player may know of the chance of their rounds: the commitments of this epoch, of the
 * next one and of the next round, and a page of the ended epochs, with the seeds of those with no
 * open round.
 */
export async function readFairnessPage(
  { database, seeds }: FairnessDeps,
  player: number,
  { before, limit }: Page = firstPage,
): Promise<FairnessPage> {
  const rows = await database.rows<EpochRow>(statement, [player, before, limit + 1])
  const epochs = rows.map((row) => ({
    ...row,
    seed: seeds.mix(player, { seed: row.seed, seedKey: row.seed_key }),
  }))
  const current = epochs.find((row) => row.epoch === row.current)
  const next = epochs.find((row) => row.epoch === row.current + 1)
  if (!current || !next) throw new Error(`player ${player} has no epochs`)
  const ended = epochs.filter(({ epoch }) => epoch < current.epoch)
  const shown = ended.slice(-limit)
  const fairness = {
    ...signedGeneration(current.generation),
    epoch: current.epoch,
    epochCommitment: toHex(epochCommitment(current.seed)),
    nextEpochCommitment: toHex(epochCommitment(next.seed)),
    nonce: current.nonce,
    commitment: toHex(roundCommitment(roundKey(current.seed, String(player), current.nonce))),
    clientSeed: current.client_seed,
    ended: shown.map((row) => ({
      epoch: row.epoch,
      commitment: toHex(epochCommitment(row.seed)),
      seed: row.open ? null : toHex(row.seed),
      rounds: row.rounds,
      ...signedGeneration(row.generation),
      ...(row.voided_in !== null &&
        row.voided_from !== null &&
        row.voided_at && {
          voided: { in: row.voided_in, from: row.voided_from, at: row.voided_at.toISOString() },
        }),
    })),
  }
  const [oldest] = shown
  return { fairness, ...(oldest && ended.length > limit && { next: String(oldest.epoch) }) }
}

const restoresStatement = sql`
  select generation::float8, began_at, reached from ledger.generations where generation > 1
  order by generation`

interface Restore {
  readonly generation: number
  readonly at: string
  /** How far the backup went: all rounds from before are there. */
  readonly reached?: string
}

/** The restores of backups that have voided epochs: the same list for everyone. */
export async function listRestores(database: Queryable): Promise<Restore[]> {
  const rows = await database.rows<{ generation: number; began_at: Date; reached: Date | null }>(
    restoresStatement,
  )
  return rows.map(({ generation, began_at, reached }) => ({
    generation,
    at: began_at.toISOString(),
    ...(reached && { reached: reached.toISOString() }),
  }))
}
