import { setImmediate as untilNextTurn } from 'node:timers/promises'
import {
  type BetFacts,
  headFacts,
  type Receipt,
  type SeedPosition,
  toHex,
  type Voided,
} from '@pipkin/games'
import { type Database, maybeOne, one, sql } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/limits/queue.ts'
import { type Signer, signEnd, signVoid } from '../receipts.ts'
import type { SeedKeys } from '../seed-keys.ts'
import { showProof } from '../show-round.ts'
import { signBet } from '../signed-bet.ts'
import { parseStoredRound, type StoredRound } from '../stored-round.ts'

export interface ExportDeps {
  readonly database: Database
  readonly signer: Signer
  readonly seeds: SeedKeys
  /**
   * All exports together make one proof at a time: a proof takes a millisecond of dealing and
   * signing.
   */
  readonly proofs: Queue
  /** All exports together read one page at a time, so that they never take all connections. */
  readonly pages: Queue
}

const pageSize = 100

// Finds the first and the last round of each game in the period, by its index.
const firstAndLast = sql`
  with ends as (
    select r.* from ledger.games g
    cross join lateral (
      (select r.epoch, r.nonce, r.placed_at from ledger.rounds r
       where r.player_id = $1 and r.game = g.game and r.placed_at >= $2 and r.placed_at < $3
       order by r.placed_at limit 1)
      union all
      (select r.epoch, r.nonce, r.placed_at from ledger.rounds r
       where r.player_id = $1 and r.game = g.game and r.placed_at >= $2 and r.placed_at < $3
       order by r.placed_at desc limit 1)
    ) r
  )
  select first.epoch as from_epoch, first.nonce as from_nonce, last.epoch, last.nonce,
         last.placed_at as at
  from (select * from ends order by placed_at limit 1) first,
       (select * from ends order by placed_at desc limit 1) last`

// An epoch's seed is revealed if the epoch has ended and none of its rounds is open.
const secrets = sql`
  select w.epoch as current, array(
    select r.epoch from ledger.rounds r where r.player_id = $1 and r.status = 'pending') as open
  from ledger.wallets w where w.player_id = $1`

const page = sql`
  select to_jsonb(r) as round from ledger.round_records r
  where r.player_id = $1 and (r.epoch, r.nonce) >= ($2, $3) and (r.epoch, r.nonce) < ($4, $5)
  order by r.epoch, r.nonce limit $6`

/** The rounds that a history covers, and the time that it speaks for. */
interface Range {
  readonly from: SeedPosition
  readonly next: SeedPosition
  readonly at: Date
}

/**
 * Writes the player's signed history (`docs/fairness.md`, section 7) of the rounds placed in a
 * period, piece by piece, as the JSON text of a `History`. Only the receipts of open rounds are
 * held in memory, until their place comes.
 */
export async function* exportProofs(
  deps: ExportDeps,
  player: number,
  period: { from: string; to: string },
): AsyncGenerator<string> {
  const { database, signer, proofs } = deps
  const range = await findRange(database, player, period)
  const isRevealed = await revealedNow(database, player)
  const open: Receipt<BetFacts>[] = []
  // Nonces have no gaps: the last one says how many rounds an epoch has.
  const used: number[] = Array.from({ length: range.next.epoch - range.from.epoch }, () => 0)

  yield '{"version":"fair-1","proofs":['
  let comma = ''
  for await (const stored of roundsOf(deps, player, range)) {
    if (stored.epoch < range.next.epoch) used[stored.epoch - range.from.epoch] = stored.nonce + 1
    if (stored.end) {
      const seed = isRevealed(stored.epoch) ? stored.epochSeed : undefined
      yield comma + (await proofs(() => proofText(stored, signer, seed)))
      comma = ',\n'
    } else open.push(signBet(stored, signer.sign).receipt)
  }
  const head = headFacts({
    playerId: String(player),
    from: range.from,
    next: range.next,
    used,
    signedAt: range.at,
  })
  // A round that was open at first may be among the settled ones: then its void has the seed.
  const revealed = await revealedNow(database, player)
  const voided = await deps.pages(() => voidedOf(deps, player, revealed))
  yield `],"open":${JSON.stringify(open)},`
  if (voided.length > 0) yield `"voided":${JSON.stringify(voided)},`
  yield `"head":${JSON.stringify(signer.sign(head))}}\n`
}

/** Says of an epoch whether its seed is revealed by now. */
async function revealedNow(
  database: Database,
  player: number,
): Promise<(epoch: number) => boolean> {
  const { current, open } = await one(
    database.rows<{ current: number; open: readonly number[] }>(secrets, [player]),
  )
  return (epoch) => epoch < current && !open.includes(epoch)
}

const voidedEpochs = sql`
  select e.epoch, e.seed, e.seed_key, e.generation::float8, e.voided_in::float8, e.voided_from,
         g.began_at
  from ledger.epochs e join ledger.generations g on g.generation = e.voided_in
  where e.player_id = $1
  order by e.epoch`

/**
 * All of the player's epochs that a restore has voided, also those before the range: they say of
 * receipts that the player kept that the restore has lost their rounds.
 */
async function voidedOf(
  { database, signer, seeds }: ExportDeps,
  player: number,
  isRevealed: (epoch: number) => boolean,
): Promise<Voided[]> {
  const rows = await database.rows<{
    epoch: number
    seed: Buffer
    seed_key: string
    generation: number
    voided_in: number
    voided_from: number
    began_at: Date
  }>(voidedEpochs, [player])
  return rows.map(({ epoch, generation, ...row }) => {
    const epochSeed = seeds.mix(player, { seed: row.seed, seedKey: row.seed_key })
    const voided = { in: row.voided_in, from: row.voided_from, at: row.began_at }
    return {
      ...signVoid({ player, generation, epoch, epochSeed }, voided, signer),
      ...(isRevealed(epoch) && { epochSeed: toHex(epochSeed) }),
    }
  })
}

/** Makes a proof, then lets other requests have their turn. */
async function proofText(
  stored: StoredRound,
  signer: Signer,
  seed: Uint8Array | undefined,
): Promise<string> {
  const bet = signBet(stored, signer.sign)
  const text = JSON.stringify(showProof(stored, bet, signEnd(stored, bet, signer), signer, seed))
  await untilNextTurn()
  return text
}

// The place of the next round, and the moment of the last bet or log-in before it: both change in
// the lock that a bet takes its time in.
const nextPlace = sql`select epoch, nonce, played_at as at from ledger.wallets where player_id = $1`

/**
 * The range from the first round's place to the one after the last. The head speaks for the time of
 * its last bet, or of what the player did last before the next one: a bet that is being placed
 * meanwhile may not be visible yet, and must not count as left out.
 */
async function findRange(
  database: Database,
  player: number,
  period: { from: string; to: string },
): Promise<Range> {
  const found = await maybeOne(
    database.rows<{
      from_epoch: number
      from_nonce: number
      epoch: number
      nonce: number
      at: Date
    }>(firstAndLast, [player, period.from, period.to]),
  )
  if (found)
    return {
      from: { epoch: found.from_epoch, nonce: found.from_nonce },
      next: { epoch: found.epoch, nonce: found.nonce + 1 },
      at: found.at,
    }
  // Without rounds, an empty range at the next place.
  const { at, ...place } = await one(
    database.rows<SeedPosition & { at: Date }>(nextPlace, [player]),
  )
  return { from: place, next: place, at }
}

async function* roundsOf(
  { database, pages, seeds }: Pick<ExportDeps, 'database' | 'pages' | 'seeds'>,
  player: number,
  { from, next }: Range,
): AsyncGenerator<StoredRound> {
  let place = from
  for (;;) {
    const values = [player, place.epoch, place.nonce, next.epoch, next.nonce, pageSize]
    const rows = await pages(() => database.rows<{ round: unknown }>(page, values))
    const rounds = rows.map(({ round }) => parseStoredRound(round, seeds))
    yield* rounds
    const last = rounds.at(-1)
    if (!last || rounds.length < pageSize) return
    place = { epoch: last.epoch, nonce: last.nonce + 1 }
  }
}
