import { contract } from '@pipkin/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/database.ts'
import { bringFriend, makePlayer } from '../players/player.ts'
import {
  openAround,
  type RunningServer,
  type SignedIn,
  serve,
} from '../processes/running-server.ts'
import { playSlot } from '../rounds/play.ts'

/**
 * A database whose sessions have another time zone than UTC: its operator may have set one, and no
 * answer may show it.
 */

const rows = 7
let server: RunningServer
let me: SignedIn

beforeAll(async () => {
  const around = await openAround()
  const { owner } = around.db
  // Before the API opens its first connection.
  await owner.rows(sql`
    do $$ begin
      execute format('alter database %I set timezone to %L', current_database(), 'Asia/Kolkata');
    end $$`)
  server = await serve(around)
  me = await server.player()
  for (let n = 0; n < rows; n += 1) {
    await playSlot(me)
    await bringFriend(around.db, me.id, await makePlayer(around.db))
    await owner.rows(sql`insert into players.password_changes (player_id) values ($1)`, [me.id])
  }
  // All within one millisecond: only a position with its microseconds keeps them apart.
  await owner.rows(sql`
    update ledger.movements m
      set at = date_trunc('second', now()) + place * interval '1 microsecond'
    from (select movement_id, row_number() over (order by at, movement_id) as place
      from ledger.movements) n
    where n.movement_id = m.movement_id`)
  await owner.rows(sql`
    update players.password_changes c
      set at = date_trunc('second', now()) + place * interval '1 microsecond'
    from (select change_id, row_number() over (order by at, change_id) as place
      from players.password_changes) n
    where n.change_id = c.change_id`)
  await owner.rows(sql`
    update referral.rewards
      set at = date_trunc('second', now()) + friend_id % 100 * interval '1 microsecond'`)
})
afterAll(() => server.close())

const page = async (path: string, query: Record<string, string>) => {
  const answer = await me.send(`${path}${new URLSearchParams(query)}`, {})
  expect(answer).toMatchObject({ status: 200, body: { Status: true } })
  const { Data, referralLinks = Data, Next } = answer.body
  if (!Array.isArray(referralLinks)) throw new Error('no list')
  return { found: referralLinks, next: typeof Next === 'string' ? Next : null }
}

test('the sessions of this one have another', async () => {
  expect(await server.db.database.rows(sql`select current_setting('timezone') as zone`)).toEqual([
    { zone: 'Asia/Kolkata' },
  ])
})

test.each([
  ['listTransactions', 'User_Id'],
  ['listTodayActivity', 'User_Id'],
  ['listNotices', 'User_Id'],
  ['listEarnings', 'referrer_id'],
] as const)('%s: the pages are the list, and none is refused', async (name, field) => {
  const call = `${contract[name].call.path}?${field}=${me.id}&`
  const whole = await page(call, { limit: '100' })
  expect(whole.found.length).toBeGreaterThanOrEqual(rows)
  const seen: unknown[] = []
  let cursor: string | null = null
  do {
    const { found, next } = await page(call, { limit: '3', ...(cursor !== null && { cursor }) })
    seen.push(...found)
    cursor = next
  } while (cursor !== null && seen.length < 100)
  expect(seen).toEqual(whole.found)
})
