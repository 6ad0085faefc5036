import { randomUUID } from 'node:crypto'
import type { PlayerId } from '@pipkin/contract/schemas'
import { beforeEach, expect, test } from 'vitest'
import { waitBehind } from '../../../test/database/wait-behind.ts'
import { type Accounts, openAccountsForTest, sessionLife } from '../../../test/players/accounts.ts'
import { type Queryable, sql } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import { finishChange } from '../factors/confirmations.ts'
import { forgetExpired } from '../forget-expired.ts'
import { findSession, liveSessions } from './find-session.ts'
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
/** In whole tens: the test takes time, too. */
const seen = sql`
  select trunc(extract(epoch from now() - last_seen_at) / 10)::int * 10 as seconds
  from players.sessions`

test('finds whose session a token is', async () => {
  expect(await find()).toEqual({
    id: expect.any(String),
    player: id,
    tokenHash: hash,
    confirmedUntil: expect.any(Date),
  })
  expect(await findSession(accounts.database, sessionLife)(tokenHash(Buffer.alloc(32)))).toBeNull()
})

test('says until when it is confirmed, and nothing of a confirmation that is over', async () => {
  const confirmed = async (seconds: number | null) => {
    await accounts.owner.rows(
      sql`update players.sessions set confirmed_until = now() + $1 * interval '1 second'`,
      [seconds],
    )
    return (await find())?.confirmedUntil
  }
  expect(await confirmed(60)).toBeInstanceOf(Date)
  expect(await confirmed(-1)).toBeNull()
  expect(await confirmed(null)).toBeNull()
})

test('SESSION-06 ends after two hours without a call, and does not come back', async () => {
  await accounts.owner.rows(seenAgo, [7_190])
  expect(await find()).not.toBeNull()
  await accounts.owner.rows(seenAgo, [7_201])
  expect(await find()).toBeNull()
  expect(await find()).toBeNull()
})

test('SESSION-07 ends after seven days, used or not', async () => {
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

/** Two sessions of the player's: all but their ids has the second first. */
async function twoSessions(haveOldTokens: boolean) {
  await accounts.owner.rows(sql`delete from players.sessions`)
  const hashes = [tokenHash(Buffer.from('a')), tokenHash(Buffer.from('b'))] as const
  const [second, first] =
    hashes[0].compare(hashes[1]) < 0 ? hashes : ([hashes[1], hashes[0]] as const)
  for (const [digit, hash] of [['f', second] as const, ['0', first] as const])
    await accounts.owner.rows(
      sql`insert into players.sessions (session_id, token_hash, old_hash, player_id, last_seen_at,
          confirmed_until)
        values (repeat($1, 32)::uuid, $2, case when $3 then sha256($2) end, $4,
          now() - interval '70 seconds', now())`,
      [digit, hash, haveOldTokens, id],
    )
  return { first, second }
}

/** Another session of the player's. */
const session = (player: PlayerId) => ({
  id: randomUUID(),
  player,
  tokenHash: Buffer.alloc(32),
  confirmedUntil: null,
})
const endAll = sql`
  delete from players.sessions where session_id in (select players.lock_sessions($1))`
const locking: Readonly<Record<string, (all: readonly Buffer[]) => Promise<unknown>>> = {
  'notes who was seen': (all) => Promise.all(all.map(findSession(accounts.database, sessionLife))),
  'ends old tokens': (all) => liveSessions(accounts.database, sessionLife, all),
  'ends sessions': () => accounts.database.rows(endAll, [id]),
  'sweeps idle ones': () => forgetExpired(accounts.worker, { idleMs: 60_000 }),
  'changes a factor': () => finishChange(accounts.database, session(id as PlayerId)),
}

test.each(Object.keys(locking))('who %s locks several in the order of their ids', async (who) => {
  const { first, second } = await twoSessions(who === 'ends old tokens')
  const lock = sql`select from players.sessions where token_hash = $1 for update nowait`
  const holder = {
    by: accounts.owner,
    first: ({ rows }: Queryable) => rows(lock, [first]),
    // Who waits for the first one holds none behind it.
    last: ({ rows }: Queryable) => rows(lock, [second]),
  }
  await waitBehind(accounts, holder, async () => locking[who]?.([second, first]))
})

test('a session that is seen again within the hour touches no index', async () => {
  const seenAt = sql`
    update players.sessions
    set last_seen_at = timestamptz '2026-11-20 08:00Z' + $1 * interval '1 minute'`
  // What this connection has written and not reported yet.
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
           (select count(*)::int from players.verified_addresses) as addresses,
           (select count(*)::int from players.reset_links) as links,
           (select count(*)::int from players.mails) as mails,
           (select count(*)::int from players.not_me_links) as "notMe",
           (select count(*)::int from players.passkey_challenges) as challenges,
           (select count(*)::int from players.confirmation_codes) as confirmations`
  await accounts.owner.rows(
    sql`insert into players.reset_links (token_hash, player_id)
      select sha256('a'), player_id from players.accounts`,
  )
  await accounts.owner.rows(
    sql`insert into players.not_me_links (token_hash, player_id, email, mailed_at)
      select sha256('a'), player_id, email, now() - interval '6 days' from players.accounts`,
  )
  await accounts.owner.rows(
    sql`insert into players.mails (kind, email, network, next_try_at)
      values ('reset_link', 'a@example.com', '', null)`,
  )
  await accounts.owner.rows(
    sql`
      insert into players.verified_addresses (presession_hash, email)
      values (sha256('a'), 'a@example.com')`,
  )
  await accounts.owner.rows(
    sql`insert into players.passkey_challenges (challenge_hash, purpose, asker)
      values (sha256('a'), 'log_in', 'a browser')`,
  )
  await accounts.owner.rows(
    sql`insert into players.confirmation_codes (player_id, asker, network, code_hash)
      select player_id, gen_random_uuid(), '', sha256('a') from players.accounts`,
  )
  await forgetExpired(accounts.worker, sessionLife)
  expect(await accounts.owner.rows(left)).toEqual([
    {
      sessions: 1,
      codes: 1,
      // This one, and that of the account's sign-up.
      addresses: 2,
      links: 1,
      mails: 1,
      notMe: 1,
      challenges: 1,
      confirmations: 1,
    },
  ])
  await accounts.owner.rows(seenAgo, [7_201])
  await accounts.owner.rows(
    sql`update players.email_codes set sent_at = now() - interval '61 minutes'`,
  )
  await accounts.owner.rows(
    sql`update players.verified_addresses set verified_at = now() - interval '31 minutes'`,
  )
  await accounts.owner.rows(
    sql`update players.reset_links set mailed_at = now() - interval '31 minutes'`,
  )
  await accounts.owner.rows(
    sql`update players.passkey_challenges set asked_at = now() - interval '6 minutes'`,
  )
  await accounts.owner.rows(
    sql`update players.confirmation_codes set sent_at = now() - interval '61 minutes'`,
  )
  await accounts.owner.rows(
    sql`update players.not_me_links set mailed_at = now() - interval '169 hours'`,
  )
  await accounts.owner.rows(sql`update players.mails set asked_at = now() - interval '3 hours'`)
  await forgetExpired(accounts.worker, sessionLife)
  expect(await accounts.owner.rows(left)).toEqual([
    {
      sessions: 0,
      codes: 0,
      addresses: 0,
      links: 0,
      mails: 0,
      notMe: 0,
      challenges: 0,
      confirmations: 0,
    },
  ])
})
