import { createHmac, randomBytes } from 'node:crypto'
import { canonicalJson, rulesHash, toHex } from '@pipkin/games'
import { isRoundReceipt, verifyProof } from '@pipkin/games/verify'
import {
  entryKinds,
  entryOf,
  isSplit,
  parseCheckpoint,
  parseNote,
  verifyLogProof,
} from '@pipkin/log'
import { fkr } from '@pipkin/money'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { logKeyOf } from '../../src/log/log-key.ts'
import { readCheckpoint } from '../../src/log/publish-checkpoint.ts'
import { readReceiptProof } from '../../src/log/read-receipt-proof.ts'
import { readSigned, refuseShorterLog } from '../../src/log/refuse-shorter-log.ts'
import { audit } from '../../src/operator/audit/audit.ts'
import { sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { readProof } from '../../src/rounds/proofs/read-proof.ts'
import { createSigner } from '../../src/rounds/receipts.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { fund, setCatalogue } from '../players/player.ts'
import { catchUp, playersOf, publisher } from '../rounds/log-scene.ts'
import { seeds } from '../seeds.ts'

/** What a house might try that keeps a log, and who finds it. */

async function openHouse(): Promise<TestDatabase> {
  const db = await freshDatabase()
  onTestFinished(() => db.close())
  await setCatalogue(db)
  return db
}

let db: TestDatabase
beforeEach(async () => {
  db = await openHouse()
})

/** A round that was played, and the log's proof of its bet, null where there is none. */
async function playedRound(house: TestDatabase, isLogged = true) {
  const players = playersOf(house)
  const player = await players.newPlayer()
  const transactionId = await players.bet(player)
  await players.spin(player, transactionId)
  const deps = publisher(house)
  await catchUp(house, deps)
  if (!isLogged) {
    await house.owner.rows(sql`alter table log.bundles disable trigger entries_stay`)
    await house.owner.rows(
      sql`update log.bundles set rounds = decode(repeat('00', length(rounds)), 'hex')`,
    )
  }
  const proof = await readProof(
    { database: house.database, signer: players.signer, seeds },
    transactionId,
  )
  if (!proof.ok) throw new Error(proof.code)
  const logProof = await readReceiptProof(house.database, { transactionId, receipt: 'bet' })
  let text = ''
  if (logProof.ok) for await (const piece of logProof.answer.content) text += piece
  const [bet] = proof.answer.receipts
  if (!bet) throw new Error('a proof has receipts')
  const checkpoint = parseCheckpoint(parseNote((await readCheckpoint(house.database))!.note)!.text)!
  const trust = { logs: [logKeyOf(deps.key, 1)], witnesses: [] }
  return { proof: proof.answer, text, bet, checkpoint, trust, key: players.signer.publicKey }
}

test('TLOG-01 a receipt that is not in the log', async () => {
  const logged = await playedRound(db)
  const entry = entryOf(entryKinds.bet, canonicalJson(logged.bet.facts))
  expect(verifyLogProof(logged.text, entry, logged.trust).ok).toBe(true)

  const other = await openHouse()
  const hidden = await playedRound(other, false)
  expect(hidden.text).toBe('')
  const hiddenEntry = entryOf(entryKinds.bet, canonicalJson(hidden.bet.facts))
  expect(verifyLogProof(logged.text, hiddenEntry, logged.trust)).toMatchObject({
    ok: false,
    why: 'The log has something else at this place: the path leads to another root.',
  })
  const findings = await audit(
    { database: other.worker, surroundings: system, seeds },
    { full: true },
  )
  expect(findings.flatMap(({ found }) => found).join()).toMatch(
    /the bet of round .* is not in the log/,
  )
})

test('TLOG-02 a log that shows two people two histories', async () => {
  // Two databases under one name and one key: checkpoints of the same size prove it.
  const [one, other] = [await playedRound(db), await playedRound(await openHouse())]
  expect(one.checkpoint.size).toBe(other.checkpoint.size)
  expect(isSplit(one.checkpoint, other.checkpoint)).toBe(true)
  // What a witness does then: apps/server/test/processes/witnesses.test.ts.
})

test('TLOG-03 a rulebook that pays otherwise than it says', async () => {
  const { proof, key } = await playedRound(db)
  expect(verifyProof(proof, { publicKey: key }).ok).toBe(true)
  // The rules that players were shown, and another payout than they give.
  const generous = { ...proof.rules, jackpotPays: 100_000, pairPays: 90_000 }
  const shown = { ...proof, rules: generous, rulesHash: toHex(rulesHash(generous)) }
  const verdict = verifyProof(shown, { publicKey: key })
  expect(verdict.ok).toBe(false)
  // The rulebook in the log is the one that the receipts name, and no other.
  const [logged] = await db.owner.rows(sql`select from log.entries where entry = $1`, [
    entryOf(entryKinds.rulebook, canonicalJson(proof.rules)),
  ])
  expect(logged).toBeDefined()
  const [other] = await db.owner.rows(sql`select from log.entries where entry = $1`, [
    entryOf(entryKinds.rulebook, canonicalJson(generous)),
  ])
  expect(other).toBeUndefined()
})

test('TLOG-04 a round that is dealt twice after a restore', async () => {
  // A backup that was put back has the same seeds, and the house deals from it without a word.
  const restored = await openHouse()
  const signer = createSigner(randomBytes(32))
  const [before, after] = [playersOf(db, signer), playersOf(restored, signer)]
  const player = await before.newPlayer()
  await restored.owner.rows(sql`select ledger.open_wallets($1)`, [player])
  await fund(restored, player, { deposit: fkr(100) })
  for (const { epoch, seed } of await db.owner.rows<{ epoch: number; seed: Buffer }>(
    sql`select epoch, seed from ledger.epochs`,
  ))
    await restored.owner.rows(sql`update ledger.epochs set seed = $2 where epoch = $1`, [
      epoch,
      seed,
    ])

  const rounds = []
  for (const [house, players, clientSeed] of [
    [db, before, 'first'],
    [restored, after, 'second'],
  ] as const) {
    const transactionId = await players.bet(player, 3, clientSeed)
    await players.spin(player, transactionId)
    const proof = await readProof({ database: house.database, signer, seeds }, transactionId)
    if (!proof.ok) throw new Error(proof.code)
    rounds.push(proof.answer)
  }
  const [lost, shown] = rounds
  if (!lost || !shown) throw new Error('two rounds were played')
  expect([lost.commitment, lost.nonce]).toEqual([shown.commitment, shown.nonce])
  // The receipt that the player kept condemns the round that is shown now.
  const kept = lost.receipts.filter(isRoundReceipt)
  const { publicKey } = signer
  expect(verifyProof(shown, { publicKey }).ok).toBe(true)
  expect(verifyProof(shown, { publicKey, kept }).ok).toBe(false)
  // And the log of that name already has more than the restored one, or something else there.
  const deps = publisher(db)
  await catchUp(db, deps)
  const signed = await readSigned(deps.file)
  await expect(refuseShorterLog(restored.worker, signed, deps.key)).rejects.toThrow(
    'gone back in time',
  )
})

const plant = sql`insert into log.handed (entries, mac) values ($1, $2)`

test('TLOG-07 an entry that a stolen login of the API’s hands to the worker', async () => {
  const { signer, newPlayer, bet, spin } = playersOf(db)
  const player = await newPlayer()
  /** Hands over another hash for a bet; answers the entry that it asks for, and the true one. */
  async function forgeEntry(key: Uint8Array) {
    const transactionId = await bet(player)
    await spin(player, transactionId)
    const proof = await readProof({ database: db.database, signer, seeds }, transactionId)
    const receipt = proof.ok && proof.answer.receipts[0]
    if (!receipt || !('placedAt' in receipt.facts)) throw new Error('a bet has a receipt')
    const time = Buffer.alloc(8)
    time.writeDoubleBE(Date.parse(String(receipt.facts.placedAt)))
    const kind = Buffer.of(entryKinds.bet)
    const hash = randomBytes(32)
    const row = Buffer.concat([Buffer.from(transactionId, 'base64url'), kind, time, hash])
    await db.database.rows(plant, [row, createHmac('sha256', key).update(row).digest()])
    await catchUp(db, publisher(db))
    const isLogged = async (entry: Uint8Array) =>
      (await db.owner.rows(sql`select from log.entries where entry = $1`, [entry])).length === 1
    const honest = entryOf(entryKinds.bet, canonicalJson(receipt.facts))
    return { forged: await isLogged(Buffer.concat([kind, hash])), honest: await isLogged(honest) }
  }
  expect(await forgeEntry(randomBytes(32))).toEqual({ forged: false, honest: true })
  // Only the key of that row was wrong.
  expect(await forgeEntry(seeds.handOverKey)).toEqual({ forged: true, honest: false })
  // The table takes no row that would fill the worker's memory, and none that isn't whole entries.
  for (const length of [61 * 16_394, 62])
    await expect(
      db.database.rows(plant, [Buffer.alloc(length), randomBytes(32)]),
      String(length),
    ).rejects.toThrow('handed_entries_check')
})
