import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr, hundredths, zero } from '@pipkin/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { balancesOf, makePlayer } from '../../test/players/player.ts'
import { listTransactions } from '../activity/list-transactions.ts'
import { one, sql } from '../platform/database/database.ts'
import { system } from '../platform/process/clock.ts'
import { sendMoney } from './send-money.ts'
import type { TransferDeps } from './transfer-deps.ts'

let db: TestDatabase
let deps: TransferDeps
beforeAll(async () => {
  db = await freshDatabase()
  deps = { database: db.database, surroundings: system, config: { holdMs: 0 } }
})
afterAll(() => db.close())

const key = (text: string, input = text) => ({ key: text, inputHash: Buffer.alloc(32, input) })

const send = (
  sender: PlayerId,
  receiver: number,
  amount = fkr(100),
  idempotency: ReturnType<typeof key> | null = null,
) => sendMoney(deps, { player: sender, receiver: receiver as PlayerId, amount }, idempotency)

const depositOf = async (player: PlayerId) => (await balancesOf(db, player)).deposit

/** What the house has earned from a player. */
const feesOf = async (player: PlayerId) =>
  (
    await one(
      db.database.rows<{ fees: bigint }>(
        sql`select sum(fees)::bigint as fees from ledger.movements where player_id = $1`,
        [player],
      ),
    )
  ).fees

test('takes the whole amount, keeps 2 % and gives the rest, as two movements under one id', async () => {
  const [sender, receiver] = [await makePlayer(db, { deposit: fkr(250) }), await makePlayer(db)]
  const result = await send(sender, receiver)
  expect(result).toMatchObject({
    ok: true,
    message: 'Amount Transfer successful',
    answer: { amountToSend: fkr(98) },
  })
  expect(await depositOf(sender)).toBe(fkr(150))
  expect(await depositOf(receiver)).toBe(fkr(98))
  expect(await feesOf(sender)).toBe(fkr(2))

  const page = { limit: 1, all: false }
  const [sent, received] = [
    await listTransactions(db.database)({ player: sender, ...page }),
    await listTransactions(db.database)({ player: receiver, ...page }),
  ]
  if (!sent.ok || !received.ok || !result.ok) throw new Error('refused')
  expect(sent.answer.transactions[0]).toMatchObject({
    kind: 'sent',
    amount: -10_000n,
    receiver,
    transactionId: result.answer.transactionId,
  })
  expect(received.answer.transactions[0]).toMatchObject({
    kind: 'received',
    amount: 9_800n,
    sender,
  })
  expect(received.answer.transactions[0]?.id).toBe(sent.answer.transactions[0]?.id)
})

test.each([
  [2n, 1n],
  [50n, 1n],
  [51n, 2n],
  [100n, 2n],
  [101n, 3n],
  [1_234_567n, 24_692n],
])('SEND-03 of %s hundredths the fee is %s', async (amount, fee) => {
  const [sender, receiver] = [
    await makePlayer(db, { deposit: hundredths(amount) }),
    await makePlayer(db),
  ]
  expect(await send(sender, receiver, hundredths(amount))).toMatchObject({ ok: true })
  expect(await feesOf(sender)).toBe(fee)
  expect(await depositOf(receiver)).toBe(amount - fee)
})

describe('is refused', () => {
  test.each([
    ['nothing', zero],
    ['less than nothing', fkr(-5)],
    ['what the fee would eat up', hundredths(1n)],
  ])('%s', async (_, amount) => {
    const [sender, receiver] = [await makePlayer(db, { deposit: fkr(10) }), await makePlayer(db)]
    expect(await send(sender, receiver, amount)).toMatchObject({ code: 'invalidAmount' })
  })

  test('SEND-02 to oneself, to an unknown player, and beyond the Deposit wallet', async () => {
    const sender = await makePlayer(db, { deposit: fkr(10), win: fkr(1_000), bonus: fkr(1_000) })
    const receiver = await makePlayer(db)
    expect(await send(sender, sender)).toMatchObject({ code: 'sameReceiver' })
    expect(await send(sender, 99_999_999)).toMatchObject({ code: 'receiverUnknown' })
    expect(await send(sender, receiver, hundredths(1_001n))).toMatchObject({ code: 'sendUnfunded' })
    expect(await depositOf(sender)).toBe(fkr(10))
    expect(await depositOf(receiver)).toBe(zero)
  })
})

describe('the same key', () => {
  test('and input sends once and answers the same, also at once', async () => {
    const [sender, receiver] = [await makePlayer(db, { deposit: fkr(500) }), await makePlayer(db)]
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(sender, receiver, fkr(100), key('once'))),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ ok: true })
    expect(await depositOf(sender)).toBe(fkr(400))
    expect(await depositOf(receiver)).toBe(fkr(98))
  })

  test('with another input is refused', async () => {
    const [sender, receiver] = [await makePlayer(db, { deposit: fkr(100) }), await makePlayer(db)]
    expect(await send(sender, receiver, fkr(50), key('a'))).toMatchObject({ ok: true })
    expect(await send(sender, receiver, fkr(50), key('a', 'other'))).toMatchObject({
      code: 'keyReused',
    })
    expect(await depositOf(sender)).toBe(fkr(50))
  })

  test('stays refused, also when there is money by now', async () => {
    const [sender, receiver] = [await makePlayer(db, { deposit: fkr(100) }), await makePlayer(db)]
    const refused = await send(sender, receiver, fkr(200), key('a'))
    expect(refused).toMatchObject({ code: 'sendUnfunded' })
    await send(await makePlayer(db, { deposit: fkr(500) }), sender, fkr(400), key('b'))
    expect(await send(sender, receiver, fkr(200), key('a'))).toEqual(refused)
    expect(await send(sender, receiver, fkr(200), key('c'))).toMatchObject({ ok: true })
  })
})

describe('many at once', () => {
  test('of a hundred sends exactly the funded ones are made', async () => {
    const [sender, receiver] = [await makePlayer(db, { deposit: fkr(1_799) }), await makePlayer(db)]
    const results = await Promise.all(Array.from({ length: 100 }, () => send(sender, receiver)))
    expect(results.filter((result) => result.ok)).toHaveLength(17)
    expect(results.filter((result) => !result.ok && result.code === 'sendUnfunded')).toHaveLength(
      83,
    )
    expect(await depositOf(sender)).toBe(fkr(99))
    expect(await depositOf(receiver)).toBe(fkr(17 * 98))
  })

  test('SEND-07 three who send to each other in a circle wait, and never block', async () => {
    const ring = [
      await makePlayer(db, { deposit: fkr(1_000) }),
      await makePlayer(db, { deposit: fkr(1_000) }),
      await makePlayer(db, { deposit: fkr(1_000) }),
    ]
    const results = await Promise.all(
      Array.from({ length: 90 }, (_, turn) =>
        send(ring[turn % 3]!, ring[(turn + 1 + (turn % 2)) % 3]!, fkr(10)),
      ),
    )
    expect(results.every((result) => result.ok)).toBe(true)
    const left = await Promise.all(ring.map(depositOf))
    expect(left.reduce((sum, deposit) => sum + deposit, 0n)).toBe(fkr(3_000) - 90n * 20n)
  })
})

test("SEND-06 what was the sender's own money stays own money with the receiver, and rewards stay rewards", async () => {
  const [sender, receiver] = [await makePlayer(db, { deposit: fkr(100) }), await makePlayer(db)]
  const ownOf = async (player: PlayerId) =>
    (
      await one(
        db.owner.rows<{ own: bigint }>(sql`select own from ledger.wallets where player_id = $1`, [
          player,
        ]),
      )
    ).own
  await db.owner.rows(
    sql`select ledger.post($1, gen_random_uuid(), 'bonus', deposit => 5000, promotions => -5000)`,
    [sender],
  )
  await send(sender, receiver, fkr(60))
  expect(await ownOf(sender)).toBe(fkr(40))
  expect(await ownOf(receiver)).toBe(hundredths(5_880n))
  // The last 40 of the 90 are own money, which pays the fee of 1.80; the 50 arrive whole.
  await send(sender, receiver, fkr(90))
  expect(await ownOf(sender)).toBe(zero)
  expect(await ownOf(receiver)).toBe(hundredths(5_880n + 3_820n))
  expect(await depositOf(receiver)).toBe(hundredths(5_880n + 8_820n))
})
