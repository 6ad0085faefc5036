import { beforeEach, expect, test } from 'vitest'
import { type Accounts, openAccountsForTest, sessionLife } from '../../../test/accounts.ts'
import { sql } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/http/session-cookie.ts'
import { sweepDirectory } from '../sweep-directory.ts'
import { findSession } from './find-session.ts'
import { logIn } from './log-in.ts'

let accounts: Accounts
let hash: Buffer
let id: number
beforeEach(async () => {
  accounts = await openAccountsForTest()
  const player = await accounts.newPlayer()
  const own = accounts.browser()
  await logIn(accounts.deps, player, own)
  hash = tokenHash(own.cookies.get('session')!)
  id = player.id
})

const find = () => findSession(accounts.database, sessionLife)(hash)
const seenAgo = sql`update players.sessions set last_seen_at = now() - $1 * interval '1 second'`
const openedAgo = sql`update players.sessions set created_at = now() - $1 * interval '1 second'`
const seen = sql`
  select extract(epoch from now() - last_seen_at)::int as seconds from players.sessions`

test('finds whose session a token is', async () => {
  expect(await find()).toEqual({ player: id, tokenHash: hash, passwordAt: expect.any(Date) })
  expect(await findSession(accounts.database, sessionLife)(tokenHash(Buffer.alloc(32)))).toBeNull()
})

test('ends after two hours without a call, and does not come back', async () => {
  await accounts.owner.rows(seenAgo, [7_190])
  expect(await find()).not.toBeNull()
  await accounts.owner.rows(seenAgo, [7_201])
  expect(await find()).toBeNull()
  expect(await find()).toBeNull()
})

test('ends after seven days, whatever happens', async () => {
  await accounts.owner.rows(openedAgo, [7 * 86_400 - 10])
  expect(await find()).not.toBeNull()
  await accounts.owner.rows(openedAgo, [7 * 86_400 + 1])
  expect(await find()).toBeNull()
})

test('notes that it was seen, at most once a minute', async () => {
  await accounts.owner.rows(seenAgo, [50])
  await find()
  expect(await accounts.owner.rows(seen)).toEqual([{ seconds: 50 }])
  await accounts.owner.rows(seenAgo, [70])
  await find()
  expect(await accounts.owner.rows(seen)).toEqual([{ seconds: 0 }])
})

test('that it was seen again within the hour touches no index', async () => {
  const seenAt = sql`
    update players.sessions
    set last_seen_at = timestamptz '2026-11-20 08:00Z' + $1 * interval '1 minute'`
  // What this connection has written and not told yet.
  const written = sql`select pg_stat_get_xact_tuples_updated(t)
                             - pg_stat_get_xact_tuples_hot_updated(t) as "in indexes"
    from (select 'players.sessions'::regclass) as s (t)`
  const inIndexes = (minutes: number[]) =>
    accounts.owner.transaction(async (inside) => {
      const [before] = await inside.rows<{ 'in indexes': bigint }>(written)
      for (const minute of minutes) await inside.rows(seenAt, [minute])
      const [after] = await inside.rows<{ 'in indexes': bigint }>(written)
      return after!['in indexes'] - before!['in indexes']
    })
  await inIndexes([50])
  expect(await inIndexes([55, 58, 59])).toBe(0n)
  expect(await inIndexes([61])).toBe(1n)
})

test('the sweep deletes what is over and nothing else', async () => {
  const left = sql`
    select (select count(*)::int from players.sessions) as sessions,
           (select count(*)::int from players.email_codes) as codes,
           (select count(*)::int from players.verified_addresses) as addresses`
  await accounts.owner.rows(
    sql`
      insert into players.verified_addresses (presession_hash, email)
      values (sha256('a'), 'a@example.com')`,
  )
  await sweepDirectory(accounts.database, sessionLife)
  expect(await accounts.owner.rows(left)).toEqual([{ sessions: 1, codes: 1, addresses: 1 }])
  await accounts.owner.rows(seenAgo, [7_201])
  await accounts.owner.rows(
    sql`update players.email_codes set sent_at = now() - interval '61 minutes'`,
  )
  await accounts.owner.rows(
    sql`update players.verified_addresses set verified_at = now() - interval '31 minutes'`,
  )
  await sweepDirectory(accounts.database, sessionLife)
  expect(await accounts.owner.rows(left)).toEqual([{ sessions: 0, codes: 0, addresses: 0 }])
})
