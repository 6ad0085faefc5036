import { verifyFile } from '@pipkin/games/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/database/fresh-database.ts'
import { setCatalogue } from '../../../test/players/player.ts'
import { playersOf } from '../../../test/rounds/log-scene.ts'
import { seeds } from '../../../test/seeds.ts'
import { sql } from '../../platform/database/database.ts'
import { createQueue } from '../../platform/limits/queue.ts'
import { exportProofs } from './export-proofs.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
})
afterAll(() => db.close())

test('FAIR-13 a round of a voided epoch that ends during an export leaves no seed out', async () => {
  const { newPlayer, bet, spin, signer } = playersOf(db)
  const player = await newPlayer()
  const round = await bet(player)
  await db.owner.rows(sql`select ledger.begin_generation()`)
  const queue = createQueue({ atOnce: 1, waiting: 1 })
  const deps = { database: db.database, signer, seeds, proofs: queue, pages: queue }
  const pieces: string[] = []
  for await (const piece of exportProofs(deps, player, { from: '2020-01-01', to: '2100-01-01' })) {
    // It has read by now that the round is open.
    if (pieces.length === 0) await spin(player, round)
    pieces.push(piece)
  }
  expect(verifyFile(pieces.join(''), { publicKey: signer.publicKey })).toMatchObject({
    verdict: { ok: true },
  })
})

test('RESTORE-26 a period after a restore says what it voided before, which may be of kept receipts', async () => {
  const { newPlayer, bet, signer } = playersOf(db)
  const player = await newPlayer()
  await db.owner.rows(sql`select ledger.begin_generation()`)
  await bet(player)
  const queue = createQueue({ atOnce: 1, waiting: 1 })
  const deps = { database: db.database, signer, seeds, proofs: queue, pages: queue }
  let text = ''
  for await (const piece of exportProofs(deps, player, { from: '2020-01-01', to: '2100-01-01' }))
    text += piece
  const { open, head, voided = [] } = JSON.parse(text)
  expect(head.facts.from.epoch).toBe(2)
  // In the lost time the player had rotated the seed.
  const { generation: _, ...facts } = open[0].facts
  const { generation } = voided[0]?.facts ?? {}
  const place = { transactionId: 'lost', epoch: 3, ...(generation && { generation }) }
  const lost = { ...facts, ...place, placedAt: '2026-01-01T00:00:00.000Z' }
  const kept = [signer.sign(lost)]
  expect(verifyFile(text, { publicKey: signer.publicKey, kept })).toMatchObject({
    verdict: { ok: true },
  })
})
