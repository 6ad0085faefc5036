import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { earlier } from '../../test/database/earlier.ts'
import { waitBehind } from '../../test/database/wait-behind.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { sql } from '../platform/database/database.ts'
import { keepReplies } from './keep-replies.ts'

/** Keys of calls that move no money. */

let server: RunningServer
let player: SignedIn
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  player = await server.player()
})

const post = (call: string, body: object, key?: string, by = player) =>
  by.post(call, body, key === undefined ? {} : { 'idempotency-key': key })
const setLimit = (amount: number | null, key?: string, by = player) =>
  post('setLimit', { kind: 'loss', period: 'week', amount }, key, by)
const owner = (statement: ReturnType<typeof sql>, values: readonly unknown[] = []) =>
  server.db.owner.rows(statement, values)

/** As if a time had passed since the player's requests. */
const letPass = (time: string) =>
  owner(sql([`update ledger.requests set ${earlier('$2::interval', 'at')} where player_id = $1`]), [
    player.id,
    time,
  ])

test('KEY-10 the same key and input answers the first answer again, and changes nothing', async () => {
  const first = await setLimit(100, 'a')
  expect(first.body).toMatchObject({ Status: true, Data: { limits: [{ amount: 100 }] } })
  expect((await setLimit(60, 'b')).body).toMatchObject({ Data: { limits: [{ amount: 60 }] } })
  // Late, it would ask for a raise.
  const { status, body } = await setLimit(100, 'a')
  expect({ status, body }).toEqual({ status: first.status, body: first.body })
  // To the letter: an object's members keep their order.
  expect(JSON.stringify(body)).toBe(JSON.stringify(first.body))
  expect((await player.send('limits', {})).body).toMatchObject({
    Data: { limits: [{ amount: 60, pending: null }] },
  })
})

test('KEY-11 the same key with another input, or on another call, is refused', async () => {
  await setLimit(100, 'a')
  expect(await setLimit(50, 'a')).toMatchObject({ status: 409 })
  expect(await post('setReminder', { minutes: 30 }, 'a')).toMatchObject({ status: 409 })
  const bet = { User_Id: player.id, Amount: -10, StatusMsg: 'amtplaced', Game_Id: 3 }
  expect(await post('addTransaction', bet, 'a')).toMatchObject({ status: 409 })
  expect((await post('addTransaction', bet, 'c')).status).toBe(200)
  expect(await setLimit(50, 'c')).toMatchObject({ status: 409 })
  // Keys are the player's own.
  expect((await setLimit(50, 'a', await server.player())).status).toBe(200)
  expect((await player.send('limits', {})).body).toMatchObject({
    Data: { limits: [{ amount: 100 }] },
  })
})

test('a refusal leaves the key for another attempt', async () => {
  expect((await setLimit(-1, 'a')).body).toEqual({ Status: false, Message: 'Enter valid amount' })
  expect((await setLimit(20, 'a')).body).toMatchObject({ Status: true })
})

test('a repeat beside the first, or after a process that died, makes the call again', async () => {
  const answers = await Promise.all(['a', 'a', 'a'].map((key) => setLimit(100, key)))
  for (const { body } of answers) expect(body).toMatchObject({ Status: true })
  await owner(sql`delete from ledger.requests where player_id = $1`, [player.id])
  expect((await setLimit(100, 'a')).body).toMatchObject({ Data: { limits: [{ amount: 100 }] } })
})

test('KEY-12 a key that a bet is about to take stays the bet’s', async () => {
  const key = { key: 'a', inputHash: randomBytes(32) }
  const bet = [player.id, key.key, randomBytes(32)]
  await waitBehind(
    server.db,
    {
      by: server.db.owner,
      async first(inside) {
        await inside.rows(sql`select ledger.hold($1)`, [player.id])
        await inside.rows(sql`select ledger.earlier_answer($1, $2, $3)`, bet)
      },
      last: (inside) => inside.rows(sql`select ledger.keep_answer($1, $2, $3, '{}')`, bet),
    },
    () => keepReplies(server.db.database).keep(player.id, key, '{}'),
  )
  expect(await setLimit(100, key.key)).toMatchObject({ status: 409 })
})

test('replies are forgotten after a day, what moved money is not', async () => {
  const bet = { User_Id: player.id, Amount: -10, StatusMsg: 'amtplaced', Game_Id: 3 }
  expect((await post('addTransaction', bet, 'abet')).body).toMatchObject({ Status: true })
  await setLimit(100, 'alimit')
  await letPass('25 hours')
  await server.db.worker.rows(sql`select ledger.forget_replies()`)
  const keys = sql`select key from ledger.requests where player_id = $1`
  expect(await owner(keys, [player.id])).toEqual([{ key: 'abet' }])
})
