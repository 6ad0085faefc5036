import { setImmediate as untilNextTurn } from 'node:timers/promises'
import { type BetFacts, fromHex, headFacts, type Place, type Receipt } from '@pipkin/games'
import { type Database, maybeOne, sql } from '../platform/database/database.ts'
import type { Queue } from '../platform/limits/queue.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import { readFairness } from './read-fairness.ts'
import { type Signer, signEnd } from './receipts.ts'
import { showProof } from './show-round.ts'
import { signBet } from './signed-bet.ts'
import { parseStoredRound, type StoredRound } from './stored-round.ts'

export interface ExportDeps {
  readonly database: Database
  readonly surroundings: Pick<Surroundings, 'now'>
  readonly signer: Signer
  /**
   * A proof is deals and signatures, a millisecond's work: all exports together make one at a time.
   */
  readonly proofs: Queue
}

const pageSize = 100

const firstAndLast = sql`
  with placed as (
    select m.at, r.epoch, r.nonce from ledger.movements m
    join ledger.rounds r on r.player_id = m.player_id and r.round_id = m.movement_id
    where m.player_id = $1 and m.kind = 'stake' and m.at >= $2 and m.at < $3
  )
  select first.epoch as from_epoch, first.nonce as from_nonce, last.epoch, last.nonce, last.at
  from (select * from placed order by at limit 1) first,
       (select * from placed order by at desc limit 1) last`

const page = sql`
  select to_jsonb(r) as round from ledger.round_records r
  where r.player_id = $1 and (r.epoch, r.nonce) >= ($2, $3) and (r.epoch, r.nonce) < ($4, $5)
  order by r.epoch, r.nonce limit $6`

/** Which rounds a history speaks of, and for which moment. */
interface Range {
  readonly from: Place
  readonly next: Place
  readonly at: Date
}

/**
 * The player's signed history (`docs/fairness.md`, section 7) of the rounds placed in a period, as
 * the JSON text of a `History`, piece by piece: only the receipts of open rounds are held until
 * their place in it comes.
 */
export async function* exportProofs(
  deps: ExportDeps,
  player: number,
  period: { from: string; to: string },
): AsyncGenerator<string> {
  const { database, signer, proofs } = deps
  const range = await findRange(deps, player, period)
  const { ended } = await readFairness(database, player)
  const seeds = new Map(
    ended.flatMap(({ epoch, seed }) => (seed === null ? [] : [[epoch, fromHex(seed)] as const])),
  )
  const open: Receipt<BetFacts>[] = []

  yield '{"version":"fair-1","proofs":['
  let comma = ''
  for await (const stored of roundsOf(database, player, range)) {
    if (stored.end) {
      yield comma + (await proofs(() => proofText(stored, signer, seeds.get(stored.epoch))))
      comma = ',\n'
    } else open.push(signBet(stored, signer.sign).receipt)
  }
  const head = headFacts({
    playerId: String(player),
    from: range.from,
    next: range.next,
    used: ended
      .filter(({ epoch }) => epoch >= range.from.epoch && epoch < range.next.epoch)
      .map(({ rounds }) => rounds),
    signedAt: range.at,
  })
  yield `],"open":${JSON.stringify(open)},"head":${JSON.stringify(signer.sign(head))}}\n`
}

/** Then the others have their turn: players who wait for an answer. */
async function proofText(
  stored: StoredRound,
  signer: Signer,
  seed: Uint8Array | undefined,
): Promise<string> {
  const bet = signBet(stored, signer.sign)
  const text = JSON.stringify(showProof(stored, bet, signEnd(stored, bet, signer), seed))
  await untilNextTurn()
  return text
}

/**
 * From the first place to the one after the last. The head speaks for the moment of its last bet: a
 * bet that is being placed while this reads may not be seen here, and must not count as left out.
 */
async function findRange(
  { database, surroundings }: ExportDeps,
  player: number,
  period: { from: string; to: string },
): Promise<Range> {
  const at = surroundings.now()
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
  // No rounds: from the next place up to itself.
  const { epoch, nonce } = await readFairness(database, player)
  return { from: { epoch, nonce }, next: { epoch, nonce }, at }
}

async function* roundsOf(
  database: Database,
  player: number,
  { from, next }: Range,
): AsyncGenerator<StoredRound> {
  let place = from
  for (;;) {
    const rows = await database.rows<{ round: unknown }>(page, [
      player,
      place.epoch,
      place.nonce,
      next.epoch,
      next.nonce,
      pageSize,
    ])
    const rounds = rows.map(({ round }) => parseStoredRound(round))
    yield* rounds
    const last = rounds.at(-1)
    if (!last || rounds.length < pageSize) return
    place = { epoch: last.epoch, nonce: last.nonce + 1 }
  }
}
