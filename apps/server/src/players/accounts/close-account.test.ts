import { fkr } from '@pipkin/money'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import { type HttpAnswer, type HttpClient, httpClient } from '../../../test/calls/http-client.ts'
import { mailedCode } from '../../../test/players/mailed-code.ts'
import { balancesOf } from '../../../test/players/player.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../../test/processes/running-server.ts'
import { placeBet } from '../../../test/rounds/play.ts'
import { one, sql } from '../../platform/database/database.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ HOLD_HOURS: '0' })
})
afterAll(() => server.close())

const close = (player: HttpClient) => player.post('closeAccount', {})
const owner = <R extends object>(
  statement: Parameters<RunningServer['db']['owner']['rows']>[0],
  values: unknown[],
) => server.db.owner.rows<R>(statement, values)

interface Account {
  readonly mobile: string | null
  readonly email: string | null
  readonly name: string
  readonly invite_code: string
}
const accountOf = ({ id }: { id: number }) =>
  one(
    owner<Account>(
      sql`select mobile, email, name, invite_code from players.accounts where player_id = $1`,
      [id],
    ),
  )

const password = 'small-pots-1'

const askForCode = (browser: HttpClient, email: string) =>
  browser.post('accountVerification', { email, name: 'A', otp: '', regenerate: true })
const giveCode = (
  browser: HttpClient,
  email: string,
  otp = mailedCode(server.mail.list(), email),
) => browser.post('accountVerification', { email, name: 'A', otp, regenerate: false })

const finishSignUp = (
  browser: HttpClient,
  form: { email: string; mobile: string; invite?: string },
): Promise<HttpAnswer> =>
  browser.post('signUp', {
    Name: 'Meera Nair',
    Mobile_No: form.mobile,
    Password: password,
    Email_Id: form.email,
    Invite_Code: form.invite ?? '',
  })

async function signUp(form: { email: string; mobile: string; invite?: string }) {
  const browser = httpClient(server.url)
  await askForCode(browser, form.email)
  await giveCode(browser, form.email)
  return finishSignUp(browser, form)
}

const logIn = (mobile: string, browser = httpClient(server.url)) =>
  browser.post('userLogin', { Mobile_No: mobile, Password: password })

/** Waits until no mail to an address waits. */
const allSent = (email: string) =>
  vi.waitUntil(async () => {
    const { waiting } = await one(
      owner<{ waiting: number }>(
        sql`select count(*)::int as waiting from players.mails
          where email = $1 and next_try_at is not null`,
        [email],
      ),
    )
    return waiting === 0
  }, patience)

let made = 0
/** A player who has signed up and logged in as a visitor does. */
async function newcomer(invite?: string): Promise<SignedIn & { email: string; mobile: string }> {
  made += 1
  const form = { email: `closer${made}@example.com`, mobile: String(7_000_000_000 + made) }
  expect((await signUp({ ...form, ...(invite !== undefined && { invite }) })).body.Status).toBe(
    true,
  )
  const browser = httpClient(server.url)
  const { body } = await logIn(form.mobile, browser)
  return Object.assign(browser, form, {
    id: (body.Data as { id: SignedIn['id'] }[])[0]!.id,
  })
}

describe('a closed account', () => {
  test('ends every session, and can’t be logged in to or reset', async () => {
    const player = await newcomer()
    const other = httpClient(server.url)
    await logIn(player.mobile, other)
    await allSent(player.email)
    expect((await close(player)).body).toMatchObject({ Status: true })
    for (const browser of [player, other])
      expect((await browser.send(`userList?id=${player.id}`, {})).status).toBe(401)
    expect((await logIn(player.mobile)).body.Message).toBe('Wrong mobile number or password')
    await httpClient(server.url).post('forgotPassword', { email: player.email })
    await allSent(player.email)
    const texts = server.mail.list().filter(({ to }) => to === player.email)
    const ofClosing = texts.filter(({ subject }) => subject === 'Your Pipkin account is closed')
    expect(ofClosing).toHaveLength(1)
    expect(texts.some(({ text }) => text.includes('/reset-password#'))).toBe(false)
  })

  test('frees number and address at once, for an account without its history', async () => {
    const player = await newcomer()
    await owner(
      sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => 5000,
      chain => -5000, own => 5000)`,
      [player.id],
    )
    await close(player)
    expect(await accountOf(player)).toMatchObject({ mobile: null, email: null, name: '' })
    expect((await signUp(player)).body).toMatchObject({ Status: true })
    const browser = httpClient(server.url)
    const { body } = await logIn(player.mobile, browser)
    const [{ id } = { id: player.id }] = body.Data as { id: SignedIn['id'] }[]
    expect(id).not.toBe(player.id)
    expect((await balancesOf(server.db, id)).deposit).toBe(0n)
    const list = await browser.send(`TransactionByUserId?User_Id=${id}`, {})
    expect(list.body).toMatchObject({ Status: true, Data: [] })
    // The money stays where it was.
    expect((await balancesOf(server.db, player.id)).deposit).toBe(fkr(50))
  })

  test('is neither found as a receiver nor sent to', async () => {
    const [player, friend] = [await newcomer(), await server.player()]
    await close(player)
    expect((await friend.send(`receiver?id=${player.id}`, {})).body.Message).toBe(
      'Receiver ID not found in the database',
    )
    const sent = await friend.post('walletTransfer', {
      senderId: friend.id,
      transferAmount: 10,
      receiverId: player.id,
    })
    expect(sent.body.Message).toBe('Receiver ID not found in the database')
  })

  test('shows its name and its picture no more', async () => {
    const [player, friend] = [await newcomer(), await server.player()]
    await owner(sql`insert into activity.winnings (player_id, won) values ($1, 99999999)`, [
      player.id,
    ])
    await owner(
      sql`insert into activity.large_returns (hour, movement_id, player_id, payout)
        values (date_trunc('hour', now(), 'UTC'), gen_random_uuid(), $1, 99999999)`,
      [player.id],
    )
    await player.post('walletTransfer', {
      senderId: player.id,
      transferAmount: 1,
      receiverId: friend.id,
    })
    await close(player)
    await vi.waitUntil(async () => {
      const lists = await Promise.all([
        friend.send('getTop10Players', {}),
        friend.send('getTop3Winners', {}),
      ])
      return lists.every(({ body }) => !JSON.stringify(body).includes('Meera N.'))
    }, patience)
  })

  test('PICTURE-08 takes its picture along in the same commit, and keeps it if that fails', async () => {
    const player = await server.player()
    const form = new FormData()
    form.set('id', String(player.id))
    const png = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).png()
    form.set('profilePic', new Blob([new Uint8Array(await png.toBuffer())]))
    const { body } = await player.send('profilePic', { method: 'POST', body: form })
    const { ProfilePic: path } = body.Data as { ProfilePic: string }
    const picture = () => fetch(server.url + path)
    await owner(
      sql`create function players.fail_commit() returns trigger language plpgsql
        as $$ begin raise exception 'no commit'; end $$`,
      [],
    )
    await owner(
      sql`create constraint trigger fail_commit after update on players.accounts
        deferrable initially deferred for each row execute function players.fail_commit()`,
      [],
    )
    const failed = await close(player).finally(() =>
      owner(sql`drop function players.fail_commit cascade`, []),
    )
    expect(failed.status).toBe(500)
    expect((await picture()).status).toBe(200)
    expect((await close(player)).body).toMatchObject({ Status: true })
    expect((await picture()).status).toBe(404)
  })

  test('is refused while a deposit or a withdrawal is on its way, and afterwards done', async () => {
    const player = await server.player()
    await owner(
      sql`insert into cashier.operations (player_id, operation_id, kind, amount, address)
        values ($1, gen_random_uuid(), 'deposit', 1000, '0x' || repeat('a', 40))`,
      [player.id],
    )
    const refused = await close(player)
    expect(refused.body).toMatchObject({
      Status: false,
      Message: 'A deposit or withdrawal is on its way. Close the account when it has ended.',
    })
    expect((await player.send(`userList?id=${player.id}`, {})).status).toBe(200)
    await owner(
      sql`update cashier.operations set state = 'rejected', reason = 'cancelled'
        where player_id = $1`,
      [player.id],
    )
    expect((await close(player)).body.Status).toBe(true)
  })

  test('leaves an open round to the house’s rules', async () => {
    const player = await server.player()
    await placeBet(player, 1)
    expect((await close(player)).body.Status).toBe(true)
    const rounds = await owner(sql`select status from ledger.rounds where player_id = $1`, [
      player.id,
    ])
    expect(rounds).toEqual([{ status: 'pending' }])
  })

  test('earns no more rewards; friends are still welcome with its code', async () => {
    const player = await newcomer()
    const { invite_code: invite } = await accountOf(player)
    const early = await newcomer(invite)
    const earned = async () =>
      (
        await owner<{ friend_id: number; level: number }>(
          sql`select friend_id, level from referral.rewards where player_id = $1 and level > 0`,
          [player.id],
        )
      ).map(({ friend_id }) => friend_id)
    expect(await earned()).toEqual([early.id])
    await close(player)
    const late = await newcomer(invite)
    expect(await earned()).toEqual([early.id])
    const own = await owner(
      sql`select level from referral.rewards where friend_id = $1 order by level`,
      [late.id],
    )
    expect(own).toEqual([{ level: 0 }])
    const [account] = await owner(
      sql`select referrer_id from players.accounts where player_id = $1`,
      [late.id],
    )
    expect(account).toEqual({ referrer_id: player.id })
  })

  test('as a friend stays in its referrer’s list, without a name', async () => {
    const referrer = await newcomer()
    const friend = await newcomer((await accountOf(referrer)).invite_code)
    await owner(sql`update players.accounts set name = 'Farida Zaheer' where player_id = $1`, [
      friend.id,
    ])
    const team = async () =>
      JSON.stringify((await referrer.send(`refer-team?referrer_id=${referrer.id}`, {})).body)
    expect(await team()).toContain('Farida Z.')
    await close(friend)
    expect(await team()).toContain(String(friend.id))
    expect(await team()).not.toContain('Farida')
  })

  test('is found by an operator under the number and the address that it had', async () => {
    const player = await newcomer()
    await close(player)
    const find = async (how: string, value: string) =>
      (
        await one(
          server.db.operator.rows<{ found: { player: Record<string, unknown> } | null }>(
            sql`select operator.find_player('Anika', 'a request', $1, $2, null) as found`,
            [how, value],
          ),
        )
      ).found?.player
    expect(await find('phone', player.mobile)).toMatchObject({
      player_id: player.id,
      email: player.email,
      closed_at: expect.any(String),
    })
    expect(await find('email', player.email)).toMatchObject({ player_id: player.id })
    await signUp(player)
    expect(await find('phone', player.mobile)).toMatchObject({ closed_at: null })
  })

  test('with a code on its way to its address lets it be used by the browser that asked', async () => {
    const player = await newcomer()
    const browser = httpClient(server.url)
    // The address has an account: the mail holds no code.
    await askForCode(browser, player.email)
    await close(player)
    const guesses = [
      (await giveCode(browser, player.email, '0000')).body.status,
      (await giveCode(browser, player.email, '1111')).body.status,
    ]
    // One of the two may be right by chance.
    expect(guesses).toContain(false)
    await askForCode(browser, player.email)
    expect((await giveCode(browser, player.email)).body.status).toBe(true)
    expect((await finishSignUp(browser, player)).body.Status).toBe(true)
  })

  test('makes a link that was mailed for its password void', async () => {
    const player = await newcomer()
    await httpClient(server.url).post('forgotPassword', { email: player.email })
    const token = await vi.waitUntil(
      () =>
        server.mail
          .list()
          .filter(({ to }) => to === player.email)
          .flatMap(({ text }) => /\/reset-password#(\S+)/.exec(text)?.[1] ?? [])[0],
      patience,
    )
    await close(player)
    const reset = await httpClient(server.url).post('resetPassword', {
      token,
      password: 'another-1',
    })
    expect(reset.body.Message).toBe('This link is no longer valid.')
  })

  test('WAY-13 opens no session by any way', async () => {
    const player = await server.player()
    await close(player)
    await owner(
      sql`insert into players.sessions (token_hash, player_id)
        values (decode(repeat('ab', 32), 'hex'), $1)`,
      [player.id],
    )
    expect(
      await owner(sql`select from players.sessions where player_id = $1`, [player.id]),
    ).toEqual([])
  })

  test('is closed once, however often it is asked for at once', async () => {
    const player = await server.player()
    const answers = await Promise.all(Array.from({ length: 10 }, () => close(player)))
    expect(answers.filter(({ body }) => body.Status)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9)
  })
})
