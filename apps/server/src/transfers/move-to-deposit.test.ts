import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr, hundredths, zero } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { balancesOf, makePlayer } from '../../test/players/player.ts'
import { listTransactions } from '../activity/list-transactions.ts'
import { system } from '../platform/process/clock.ts'
import { moveToDeposit } from './move-to-deposit.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

const key = (text: string, input = text) => ({ key: text, inputHash: Buffer.alloc(32, input) })

const move = (
  player: PlayerId,
  from: 'win' | 'referral',
  amount = fkr(10),
  idempotency: ReturnType<typeof key> | null = null,
) =>
  moveToDeposit(
    { database: db.database, surroundings: system },
    { player, from, amount },
    idempotency,
  )

test.each([
  ['win', 'winTransfer'],
  ['referral', 'referralTransfer'],
] as const)('moves from %s to Deposit, without a fee, as one row', async (from, kind) => {
  const player = await makePlayer(db, { deposit: fkr(1), win: fkr(30), referral: fkr(30) })
  expect(await move(player, from, hundredths(1_250n))).toMatchObject({
    ok: true,
    message: 'Amount Transfer successful',
  })
  expect(await balancesOf(db, player)).toMatchObject({ deposit: 1_350n, [from]: 1_750n })
  const list = await listTransactions(db.database)({ player, limit: 1, all: false })
  expect(list.ok && list.answer.transactions[0]).toMatchObject({ kind, amount: 1_250n })
})

test('a move to Deposit is refused in the words of the specification', async () => {
  const player = await makePlayer(db, { deposit: fkr(100), win: fkr(5), referral: fkr(5) })
  expect(await move(player, 'win')).toMatchObject({ code: 'winUnfunded' })
  expect(await move(player, 'referral')).toMatchObject({ code: 'referralUnfunded' })
  expect(await move(player, 'win', zero)).toMatchObject({ code: 'invalidAmount' })
  expect(await move(player, 'referral', fkr(-1))).toMatchObject({ code: 'invalidAmount' })
  expect(await move(1 as PlayerId, 'win')).toMatchObject({ code: 'playerUnknown' })
  expect(await balancesOf(db, player)).toMatchObject({
    deposit: 10_000n,
    win: 500n,
    referral: 500n,
  })
})

test('of a hundred at once exactly the funded ones are made', async () => {
  const player = await makePlayer(db, { win: fkr(75), referral: fkr(39) })
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, turn) => move(player, turn % 2 ? 'win' : 'referral')),
  )
  expect(results.filter((result) => result.ok)).toHaveLength(10)
  expect(await balancesOf(db, player)).toMatchObject({
    deposit: 10_000n,
    win: 500n,
    referral: 900n,
  })
})

test('the same key moves once; with another input it is refused', async () => {
  const player = await makePlayer(db, { win: fkr(100) })
  const first = await move(player, 'win', fkr(10), key('k'))
  expect(await move(player, 'win', fkr(10), key('k'))).toEqual(first)
  expect(await move(player, 'win', fkr(20), key('k', 'x'))).toMatchObject({ code: 'keyReused' })
  expect(await balancesOf(db, player)).toMatchObject({ deposit: 1_000n, win: 9_000n })
})
