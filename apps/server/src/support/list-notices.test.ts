import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { playSlot } from '../../test/rounds/play.ts'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { sql } from '../platform/database/database.ts'
import { noticeSources } from './notice-sources.ts'

let server: RunningServer
let player: SignedIn
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  player = await server.player({ deposit: fkr(1_000) })
})

interface Notices {
  Data: { Id: string; kind: string; text: string; read: boolean; link: string }[]
  Unread: number
  Next?: string
}
const notices = async (query: Record<string, string> = {}) =>
  (
    await player.send(
      `notifications?${new URLSearchParams({ User_Id: String(player.id), ...query })}`,
      {},
    )
  ).body as unknown as Notices
const told = ({ Data }: Notices) => Data.map(({ kind, text, link }) => [kind, text, link])

const withdrawal = sql`
  with asked as (
    insert into cashier.operations (player_id, operation_id, kind, state, amount, fee, address)
    values ($1, gen_random_uuid(), 'withdrawal', 'requested', 20000, 2000,
      '0x7a3f' || repeat('0', 32) || '91be')
    returning operation_id
  )
  select operation_id as id from asked`
const deposit = sql`
  insert into cashier.operations (player_id, operation_id, kind, amount, address)
  values ($1, gen_random_uuid(), 'deposit', 3000, '0x7a3f' || repeat('0', 32) || '91be')
  returning operation_id as id`
const post = sql`
  select ledger.post($1, gen_random_uuid(), $2, deposit => $3::bigint, bonus => $4::bigint,
    referral => $5::bigint, promotions => -($4::bigint + $5::bigint),
    withdrawals => -$3::bigint, operation => $6, other_player => $7)`
const paid = sql`
  select ledger.post($1, gen_random_uuid(), 'withdraw_paid', fees => 2000, chain => 18000,
    withdrawals => -20000, operation => $2)`

test('what happened is listed, newest first; bets and what the player did alone are not', async () => {
  const friend = await server.player()
  const rows = server.db.owner.rows
  await playSlot(player)
  await friend.post('walletTransfer', {
    senderId: friend.id,
    transferAmount: 75,
    receiverId: player.id,
  })
  await player.post('walletTransfer', {
    senderId: player.id,
    transferAmount: 5,
    receiverId: friend.id,
  })
  await rows(post, [player.id, 'referral_earning', 0, 0, 10_000, null, friend.id])
  await rows(post, [player.id, 'bonus', 0, 10_000, 0, null, null])
  const [operation] = await rows<{ id: string }>(withdrawal, [player.id])
  await rows(post, [player.id, 'withdraw', -20_000, 0, 0, operation?.id, null])
  await rows(paid, [player.id, operation?.id])
  const [again] = await rows<{ id: string }>(withdrawal, [player.id])
  await rows(post, [player.id, 'withdraw_refund', 20_000, 0, 0, again?.id, null])
  const [failed] = await rows<{ id: string }>(deposit, [player.id])
  await rows(sql`update cashier.operations set state = 'rejected' where operation_id = $1`, [
    failed?.id,
  ])
  await rows(sql`insert into players.password_changes (player_id) values ($1)`, [player.id])
  await rows(
    sql`insert into support.cases (case_id, player_id, event, tx_hash, amount, answer, closed_at)
        values (104200 + $1::integer % 1000, $1, 'deposit', '0x' || repeat('a', 64), 100,
          'Yes.', clock_timestamp())`,
    [player.id],
  )
  const wallet = '/account/wallet'
  expect(told(await notices())).toEqual([
    [
      'support',
      `Case ${104200 + (player.id % 1000)} is closed.`,
      `/support?case=${104200 + (player.id % 1000)}`,
    ],
    ['password', 'Your password was changed. If it was not you, write to support.', '/support'],
    [
      'depositFailed',
      '30 fkr could not be deposited. Nothing was credited.',
      `${wallet}/deposite?deposit=${transactionIdOf(player.id, failed!.id)}`,
    ],
    ['refund', '200 fkr could not be paid out and are back in Deposit.', wallet],
    ['withdrawal', '180 fkr arrived at 0x7A3F…91bE.', wallet],
    ['bonus', '100 fkr, now in Bonus.', wallet],
    ['reward', 'Meera N. signed in, which earns you 100 fkr.', '/account/level-earning'],
    ['received', `73.50 fkr from ${friend.id}, now in Deposit.`, wallet],
    ['deposit', '1,000 fkr, now in Deposit.', wallet],
  ])
  await rows(sql`update players.accounts set show_name = false where player_id = $1`, [friend.id])
  expect(told(await notices())).toContainEqual([
    'reward',
    'A friend signed in, which earns you 100 fkr.',
    '/account/level-earning',
  ])
})

test('what has been read is marked, what comes after it is not', async () => {
  await server.db.owner.rows(sql`insert into players.password_changes (player_id) values ($1)`, [
    player.id,
  ])
  expect(await notices()).toMatchObject({ Unread: 2, Data: [{ read: false }, { read: false }] })
  expect((await player.post('readNotifications', { User_Id: player.id })).body).toMatchObject({
    Status: true,
  })
  expect(await notices()).toMatchObject({ Unread: 0, Data: [{ read: true }, { read: true }] })
  await server.db.owner.rows(sql`insert into players.password_changes (player_id) values ($1)`, [
    player.id,
  ])
  expect(await notices()).toMatchObject({
    Unread: 1,
    Data: [{ read: false }, { read: true }, { read: true }],
  })
  await server.db.owner.rows(sql`select players.notify($1, 'wallet_unlinked', '', '0xa1')`, [
    player.id,
  ])
  expect(await notices()).toMatchObject({ Unread: 2, Data: [{ kind: 'security' }, {}, {}, {}] })
  // Whether a page shows all of what is unread, a part of it or none.
  for (const limit of ['1', '2', '3']) {
    const { Unread, Next: cursor } = await notices({ limit })
    expect(Unread).toBe(2)
    expect(await notices({ limit, cursor: cursor ?? '' })).toMatchObject({ Unread: 2 })
  }
  await player.post('readNotifications', { User_Id: player.id })
  expect(await notices()).toMatchObject({ Unread: 0 })
})

// One thing of each source of notices.
const happening = {
  bonus: sql`select ledger.post($1, gen_random_uuid(), 'bonus', bonus => 1, promotions => -1)`,
  unlocked: sql`
    insert into referral.rewards (player_id, friend_id, level, amount, unlock_deposits,
      unlock_staked, unlock_contributed, movement_id, at, unlocked_at)
    values ($1, $1, 0, 100, 0, 0, 0, gen_random_uuid(), now(), clock_timestamp())`,
  password: sql`insert into players.password_changes (player_id) values ($1)`,
  security: sql`select players.notify($1, 'wallet_unlinked', '', '0xa1')`,
  limit: sql`
    insert into ledger.limit_notices (player_id, at, notice_id)
    values ($1, clock_timestamp(), gen_random_uuid())`,
  depositFailed: sql`
    insert into cashier.operations (player_id, operation_id, kind, state, amount, address,
      failed_at)
    values ($1, gen_random_uuid(), 'deposit', 'rejected', 100, '0x' || repeat('1', 40),
      clock_timestamp())`,
  support: sql`
    insert into support.cases (case_id, player_id, closed_at)
    values (100000 + $1::integer % 100000, $1, clock_timestamp())`,
  'support, by an answer': sql`
    with opened as (
      insert into support.cases (case_id, player_id) values (200000 + $1::integer % 100000, $1)
      returning case_id, player_id
    )
    insert into support.messages (case_id, player_id, writer, text)
    select case_id, player_id, 'house', 'Yes.' from opened`,
  house: sql`
    insert into support.notices (player_id, kind, title, words, from_at, until_at, made_by,
      published_at)
    values ($1, 'service', 'T', 'W', clock_timestamp(), 'infinity', 'Asha', now())`,
}

test.each(Object.entries(happening))('unread until it is read: %s', async (source, happens) => {
  await player.post('readNotifications', { User_Id: player.id })
  await server.db.owner.rows(happens, [player.id])
  const first = await notices({ limit: '1' })
  expect(first).toMatchObject({ Unread: 1, Data: [{ kind: source.split(',')[0], read: false }] })
  // A page behind the first shows none that is unread: the database counts them.
  expect(await notices({ cursor: first.Next ?? '' })).toMatchObject({ Unread: 1 })
  await player.post('readNotifications', { User_Id: player.id })
  expect(await notices()).toMatchObject({ Unread: 0 })
})

test('each source of notices is one of these', () => {
  expect(Object.keys(happening)).toHaveLength(noticeSources.length)
})

test('a player without notices has read them all', async () => {
  player = await server.player({ deposit: fkr(0) })
  await server.db.owner.rows(
    sql`update ledger.movements set kind = 'winning_transfer' where player_id = $1`,
    [player.id],
  )
  expect((await player.post('readNotifications', { User_Id: player.id })).status).toBe(200)
  expect(await notices()).toMatchObject({ Data: [], Unread: 0 })
})

test('page by page, none twice; unread is counted up to 100', async () => {
  await server.db.owner.rows(
    sql`insert into players.password_changes (player_id, at)
        select $1, now() + (n / 2) * interval '1 second' from generate_series(1, 120) n`,
    [player.id],
  )
  const seen: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await notices({ limit: '50', ...(cursor && { cursor }) })
    expect(page.Unread).toBe(100)
    seen.push(...page.Data.map(({ Id }) => Id))
    cursor = page.Next
  }
  expect(new Set(seen).size).toBe(121)
  expect(seen).toHaveLength(121)
})
