import { createHash, randomUUID } from 'node:crypto'
import type { PlayerId } from '@pipkin/contract/schemas'
import { canonicalJson, epochCommitment, openRound, playMove, roundKey, toHex } from '@pipkin/games'
import { slotMachine } from '@pipkin/games/slot-machine'
import { verifyProof } from '@pipkin/games/verify'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { type BetDeps, placeBet } from '../../src/rounds/place-bet.ts'
import { playMove as playMoveCall } from '../../src/rounds/play-move.ts'
import { readProof } from '../../src/rounds/proofs/read-proof.ts'
import { readFairness } from '../../src/rounds/read-fairness.ts'
import { createSigner } from '../../src/rounds/receipts.ts'
import { rotateSeed } from '../../src/rounds/rotate-seed.ts'
import { roundLedger } from '../../src/rounds/round-ledger.ts'
import {
  checkSeedKeys,
  createSeedKeys,
  type SeedKeys,
  useSeedKeys,
} from '../../src/rounds/seed-keys.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { fund, setCatalogue } from '../players/player.ts'
import { playRules } from '../rounds/play-rules.ts'
import { seedKey, seeds } from '../seeds.ts'

/** Someone has the whole database and the code, but not SEED_KEY. */

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
})
afterAll(() => db.close())

/** A player with this id: the same in each run, like all that is drawn from it. */
async function playerAt(id: number): Promise<PlayerId> {
  await db.owner.rows(sql`select ledger.open_wallets($1)`, [id])
  await fund(db, id as PlayerId, { deposit: fkr(1_000) })
  return id as PlayerId
}

const depsWith = (keys: SeedKeys): BetDeps => ({
  database: db.database,
  surroundings: system,
  signer: createSigner(Buffer.alloc(32, 3)),
  seeds: keys,
  paced: false,
  profile: playRules('standard'),
  ledger: roundLedger(db.database, keys),
})

/** The three symbols that a spin of a round shows. */
function reelsOf(seed: Uint8Array, player: number, nonce: number): string {
  const { rules } = slotMachine.offer
  const roundKeyOf = roundKey(seed, String(player), nonce)
  const dealt = openRound({ rules, roundKey: roundKeyOf, clientSeed: String(player) })
  const spun = playMove(dealt, { spin: true })
  if (!spun.ok) throw new Error(spun.why)
  return JSON.stringify(spun.round.game.view(spun.round.state as never))
}

test('SEED-01 the whole database and the code guess ten thousand rounds no better than chance', async () => {
  const ids: PlayerId[] = []
  for (const n of [1, 2, 3, 4, 5]) ids.push(await playerAt(31_000_000 + n))
  // Seeds that are always the same, so that chance never fails this test.
  for (const id of ids)
    for (const epoch of [0, 1])
      await db.owner.rows(
        sql`update ledger.epochs set seed = $3 where player_id = $1 and epoch = $2`,
        [id, epoch, createHash('sha256').update(`${id} ${epoch}`).digest()],
      )
  const epochs = await db.owner.rows<{ player_id: number; seed: Buffer; seed_key: string }>(
    sql`select player_id, seed, seed_key from ledger.epochs where player_id = any($1)
      order by player_id, epoch`,
    [ids],
  )
  const empty = createSeedKeys(Buffer.alloc(32))
  const ways: ((player: number, seed: Buffer) => Uint8Array)[] = [
    (_, seed) => seed,
    (player, seed) => empty.mix(player, { seed, seedKey: String(empty.ids[0]) }),
  ]
  const right = ways.map(() => 0)
  let rounds = 0
  for (const { player_id: player, seed, seed_key } of epochs) {
    const mixed = seeds.mix(player, { seed, seedKey: seed_key })
    for (let nonce = 0; nonce < 1_000; nonce += 1) {
      const dealt = reelsOf(mixed, player, nonce)
      rounds += 1
      for (const [way, guess] of ways.entries())
        if (reelsOf(guess(player, seed), player, nonce) === dealt) right[way]! += 1
    }
  }
  expect(rounds).toBe(10_000)
  // One in 64 by chance, within six standard deviations.
  const [mean, deviation] = [rounds / 64, Math.sqrt((rounds / 64) * (63 / 64))]
  for (const count of right) expect(Math.abs(count - mean)).toBeLessThan(6 * deviation)

  // What was compared is what the server deals: a bet shows the same commitment.
  const first = epochs[0]!
  const player = ids[0]!
  const shown = await readFairness({ database: db.database, seeds }, player)
  expect(shown.epochCommitment).toBe(
    toHex(epochCommitment(seeds.mix(player, { seed: first.seed, seedKey: first.seed_key }))),
  )
  const bet = await placeBet(
    depsWith(seeds),
    { player, gameId: 3, stake: fkr(10), commitment: shown.commitment },
    null,
  )
  expect(bet).toMatchObject({ ok: true })

  // No value of the database is the key, or the player's own: none gives the commitment.
  const everything = await dump()
  for (const secret of [seedKey, ...Object.values(JSON.parse(seeds.ofPlayer(player)) as object)])
    expect(everything).not.toContain(secret)
  const values = new Set(everything.match(/(?<=\\\\x)[0-9a-f]{64}/g))
  expect(values.size).toBeGreaterThan(10)
  for (const value of values) {
    const keys = createSeedKeys(Buffer.from(value, 'hex'))
    const guess = keys.mix(player, { seed: first.seed, seedKey: String(keys.ids[0]) })
    expect(toHex(epochCommitment(guess))).not.toBe(shown.epochCommitment)
  }
})

/** Every row of every table of the database. */
async function dump(): Promise<string> {
  const tables = await db.owner.rows<{ name: string }>(sql`
    select format('%I.%I', n.nspname, t.relname) as name
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where t.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`)
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await db.owner.rows<{ row: string }>({
      name: `dump ${name}`,
      text: `select to_jsonb(t)::text as row from ${name} t`,
    })
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

const other = Buffer.alloc(32, 0x77)

test('SEED-02 a process without a key of the database does not start', async () => {
  await expect(checkSeedKeys(db.worker, createSeedKeys(other))).rejects.toThrow(
    /SEED_KEY and OLD_SEED_KEYS lack the key [0-9a-f]{16}/,
  )
  await expect(useSeedKeys(db.database, createSeedKeys(other))).rejects.toThrow('lack the key')
  await useSeedKeys(db.database, seeds)
})

test('SEED-03 the key changes while epochs are open, and every round verifies', async () => {
  const player = await playerAt(31_000_009)
  const before = await readFairness({ database: db.database, seeds }, player)
  const slot = { player, gameId: 3, stake: fkr(10) }
  const open = await placeBet(depsWith(seeds), { ...slot, commitment: before.commitment }, null)
  if (!open.ok) throw new Error(open.code)

  const both = createSeedKeys(other, [Buffer.from(seedKey, 'hex')])
  await useSeedKeys(db.database, both)
  const deps = depsWith(both)
  // The epochs from before keep their key, and their commitments.
  const between = await readFairness(deps, player)
  expect(between).toMatchObject({
    epochCommitment: before.epochCommitment,
    nextEpochCommitment: before.nextEpochCommitment,
  })
  const { transactionId } = open.answer
  expect(
    await playMoveCall(deps, { player, transactionId, move: { spin: true } }, null),
  ).toMatchObject({ ok: true })
  await rotateSeed(deps, player)
  const proof = await readProof(deps, transactionId)
  if (!proof.ok) throw new Error(proof.code)
  const { publicKey } = deps.signer
  const verdict = verifyProof(JSON.parse(canonicalJson(proof.answer)), { publicKey })
  expect(verdict.steps.filter(({ ok }) => !ok)).toEqual([])
  expect(proof.answer.epochSeed).toBeDefined()

  // Epoch 2 was drawn under the new key; another player's are from the start.
  const kept = await db.owner.rows<{ seed_key: string }>(
    sql`select seed_key from ledger.epochs where player_id = $1 order by epoch`,
    [player],
  )
  expect(kept.map((row) => row.seed_key)).toEqual([seeds.ids[0], seeds.ids[0], both.ids[0]])
})

test('SEED-04 a process that lacks an epoch’s key takes no stake', async () => {
  const player = await playerAt(31_000_010)
  const bet = { player, gameId: 3, stake: fkr(10) }
  await expect(
    placeBet(depsWith(seeds), bet, { key: randomUUID(), inputHash: Buffer.alloc(32) }),
  ).rejects.toThrow('the epoch was made under another key')
  expect(
    await db.owner.rows(sql`select deposit from ledger.wallets where player_id = $1`, [player]),
  ).toEqual([{ deposit: fkr(1_000) }])
})
