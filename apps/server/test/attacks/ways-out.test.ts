import { fkr } from '@pipkin/money'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { tokenHash } from '../../src/platform/http/cookies.ts'
import { system } from '../../src/platform/process/clock.ts'
import { type HttpAnswer, type HttpClient, httpClient } from '../calls/http-client.ts'
import { untilWaiting } from '../database/until-waiting.ts'
import { balancesOf } from '../players/player.ts'
import { signedIn } from '../players/signed-in.ts'
import { type Around, openAround, type SignedIn } from '../processes/running-server.ts'
import { type Api, startApi } from '../processes/start-apis.ts'
import { playSlot } from '../rounds/play.ts'
import { seeds } from '../seeds.ts'

/** Thieves who try to get money out of an account, over TCP, at processes of the API. */

let around: Around
/** Two processes with the holds of production, and one where a wallet is paid at once. */
let strict: readonly Api[]
let loose: Api

beforeAll(async () => {
  around = await openAround({ HOLD_HOURS: '24' })
  const withLinks = (LINKED_FOR_HOURS: string) => startApi({ ...around.env, LINKED_FOR_HOURS })
  ;[loose, ...strict] = await Promise.all([withLinks('0'), withLinks('24'), withLinks('24')])
})
afterAll(async () => {
  for (const api of [loose, ...strict]) await api.kill()
  const found = auditReport(
    await audit({ database: around.db.owner, surroundings: system, seeds }, { full: true }),
  )
  await around.close()
  expect(found).not.toContain('WRONG')
})

const newPlayer = (deposit = 1_000) =>
  signedIn(around.db, strict[0]!.url, { deposit: fkr(deposit) })

const newWallet = () => privateKeyToAccount(generatePrivateKey())

/** The same player in another browser, whose log-in is some hours old. */
async function anotherBrowser(player: SignedIn, hoursOld: number): Promise<HttpClient> {
  const token = system.randomBytes(32)
  await around.db.owner.rows(
    sql`insert into players.sessions (token_hash, player_id, created_at)
      values ($1, $2, now() - $3 * interval '1 hour')`,
    [tokenHash(token), player.id, hoursOld],
  )
  return httpClient(strict[0]!.url, new Map([['sid', token.toString('hex')]]))
}

async function link(browser: HttpClient, wallet: PrivateKeyAccount): Promise<HttpAnswer> {
  const { body } = await browser.post('walletChallenge', { address: wallet.address })
  const { message } = body.Data as { message: string }
  return browser.post('linkWallet', { message, signature: await wallet.signMessage({ message }) })
}

/** A wallet that has been the player's for two days. */
async function oldWallet(player: SignedIn): Promise<PrivateKeyAccount> {
  const wallet = newWallet()
  await around.db.owner.rows(
    sql`insert into cashier.addresses (address, player_id, linked_at, chosen_at)
      values (lower($1), $2, now() - interval '9 days', now() - interval '9 days')`,
    [wallet.address, player.id],
  )
  return wallet
}

/** Lets hours pass for a player's wallets. */
const pass = (player: SignedIn, hours: number) =>
  around.db.owner.rows(
    sql`update cashier.addresses
      set linked_at = linked_at - $2 * interval '1 hour',
          chosen_at = chosen_at - $2 * interval '1 hour',
          doubted_at = doubted_at - $2 * interval '1 hour'
      where player_id = $1`,
    [player.id, hours],
  )

const withdraw = (player: SignedIn, amount: number, address?: string, by: HttpClient = player) =>
  by.post('paymentWithdrawal', {
    userId: player.id,
    amount,
    ...(address !== undefined && { address }),
    Method: 'fkr',
    StatusMsg: 'Withdraw',
  })
const send = (
  player: SignedIn,
  receiverId: number,
  transferAmount: number,
  by: HttpClient = player,
) => by.post('walletTransfer', { senderId: player.id, receiverId, transferAmount })

const paidTo = async (player: SignedIn) =>
  (
    await around.db.owner.rows<{ address: string }>(
      sql`select address from cashier.operations where player_id = $1 order by at`,
      [player.id],
    )
  ).map(({ address }) => address)

const held = /^What you received can leave this account from /
const tooNew = /^This wallet is new: it can be paid from \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/

describe('money that just came by a send', () => {
  test('WAY-01 a send around the hold of a new wallet stays in the receiver’s account', async () => {
    const [owner, accomplice] = [await newPlayer(), await newPlayer(0)]
    await oldWallet(accomplice)
    expect((await link(owner, newWallet())).body.Status).toBe(true)
    expect((await withdraw(owner, 900)).body.Message).toMatch(tooNew)
    expect((await send(owner, accomplice.id, 900)).body.Status).toBe(true)
    expect((await withdraw(accomplice, 800)).body).toMatchObject({
      Status: false,
      Message: expect.stringMatching(held),
    })
    const third = await newPlayer(0)
    expect((await send(accomplice, third.id, 800)).body.Message).toMatch(held)
    expect((await balancesOf(around.db, accomplice.id)).deposit).toBe(fkr(882))
  })

  test('WAY-02 doesn’t leave by a hundred withdrawals and sends at once, over two processes', async () => {
    const [owner, thief, third] = [await newPlayer(), await newPlayer(20), await newPlayer(0)]
    await oldWallet(thief)
    const at = strict.map(({ url }) => httpClient(url, new Map(thief.cookies)))
    await send(owner, thief.id, 1_000)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 4 < 2
          ? withdraw(thief, 40, undefined, at[index % 2]!)
          : send(thief, third.id, 40, at[index % 2]!),
      ),
    )
    expect(answers.filter(({ body }) => body.Status)).toEqual([])
    for (const { body } of answers) expect(body.Message).toMatch(held)
    expect((await balancesOf(around.db, thief.id)).deposit).toBe(fkr(1_000))
    // The 20 that were there before are free, once.
    const more = await Promise.all(at.map((by) => withdraw(thief, 20, undefined, by)))
    expect(more.filter(({ body }) => body.Status)).toHaveLength(1)
  })

  test('WAY-03 doesn’t leave while it arrives, in as many parts', async () => {
    const [owner, thief] = [await newPlayer(), await newPlayer(0)]
    await oldWallet(thief)
    const at = strict.map(({ url }) => httpClient(url, new Map(thief.cookies)))
    const [sent, taken] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, () => send(owner, thief.id, 10))),
      Promise.all(
        Array.from({ length: 50 }, (_, index) => withdraw(thief, 9, undefined, at[index % 2]!)),
      ),
    ])
    expect(sent.filter(({ body }) => body.Status)).toHaveLength(50)
    expect(taken.filter(({ body }) => body.Status)).toEqual([])
    expect((await balancesOf(around.db, thief.id)).deposit).toBe(fkr(490))
  })

  test('WAY-04 doesn’t leave by way of bets that win', async () => {
    const [owner, thief] = [await newPlayer(), await newPlayer(0)]
    await oldWallet(thief)
    await send(owner, thief.id, 1_000)
    for (let rounds = 0; rounds < 30; rounds += 1) await playSlot(thief, 20)
    const { win } = await balancesOf(around.db, thief.id)
    expect(win).toBeGreaterThan(0n)
    const moved = await thief.post('internalTransfer', {
      userId: thief.id,
      transferAmount: Number(win) / 100,
      transferType: 'Winning',
    })
    expect(moved.body.Status).toBe(true)
    expect((await withdraw(thief, 10)).body.Message).toMatch(held)
  })
})

describe('a wallet that a thief links', () => {
  test('WAY-05 in a session of three hours isn’t paid a day after the owner changed the password', async () => {
    const owner = await newPlayer()
    const own = await oldWallet(owner)
    const thief = await anotherBrowser(owner, 3)
    const stolen = newWallet()
    // As if the thief had confirmed, or had done so before a confirmation was asked for.
    await around.db.owner.rows(
      sql`insert into cashier.addresses (address, player_id)
        values (lower($1), $2)`,
      [stolen.address, owner.id],
    )
    expect((await thief.post('logout', {})).status).toBeLessThan(500)
    const changed = await owner.put(`changePassword?id=${owner.id}`, {
      newPassword: 'another one 1',
    })
    expect(changed.body).toMatchObject({ Status: true })
    await pass(owner, 25)
    expect((await withdraw(owner, 100)).body).toMatchObject({
      Status: true,
      Data: { address: own.address },
    })
    expect(await paidTo(owner)).toEqual([own.address.toLowerCase()])
  })

  test('WAY-20 by a copy of the owner’s own session isn’t paid either', async () => {
    const owner = await newPlayer()
    const own = await oldWallet(owner)
    const copy = httpClient(strict[0]!.url, new Map(owner.cookies))
    expect((await link(copy, newWallet())).body.Status).toBe(true)
    const changed = await owner.put(`changePassword?id=${owner.id}`, {
      newPassword: 'another one 1',
    })
    expect(changed.body).toMatchObject({ Status: true })
    await pass(owner, 25)
    expect((await withdraw(owner, 100)).body).toMatchObject({ Data: { address: own.address } })
  })

  test.each([
    ['waits to be paid', false],
    ['waits to be paid and is unlinked by now', true],
  ])(
    'WAY-21 that %s is not signed for once the owner has changed the password',
    async (_, isUnlinked) => {
      const owner = await newPlayer()
      await oldWallet(owner)
      await withdraw(owner, 50)
      const stolen = newWallet()
      await link(owner, stolen)
      await pass(owner, 25)
      expect((await withdraw(owner, 100)).body).toMatchObject({ Status: true })
      if (isUnlinked) await owner.post('unlinkWallet', { address: stolen.address })
      const changed = await owner.put(`changePassword?id=${owner.id}`, {
        newPassword: 'another one 1',
      })
      expect(changed.body).toMatchObject({ Status: true })
      const waiting = sql`select state, reason from cashier.operations where player_id = $1
      order by at`
      expect(await around.db.owner.rows(waiting, [owner.id])).toEqual([
        { state: 'requested', reason: null },
        { state: 'review', reason: 'doubted' },
      ])
    },
  )

  test('WAY-06 is refused where the owner saw another: the withdrawal names its address', async () => {
    const owner = await newPlayer()
    const own = await oldWallet(owner)
    const stolen = newWallet()
    await link(owner, stolen)
    await pass(owner, 25)
    const { body } = await withdraw(owner, 100, own.address)
    expect(body).toMatchObject({ Status: false, Data: { address: stolen.address } })
    expect(await paidTo(owner)).toEqual([])
  })

  test('WAY-07 in the same moment as a withdrawal is confirmed doesn’t get it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const owner = await newPlayer(100)
      const own = await oldWallet(owner)
      const stolen = newWallet()
      const at = httpClient(loose.url, new Map(owner.cookies))
      const [paid] = await Promise.all([withdraw(owner, 50, own.address, at), link(at, stolen)])
      const to = await paidTo(owner)
      expect(to).toEqual(paid.body.Status ? [own.address.toLowerCase()] : [])
      if (!paid.body.Status) expect(paid.body.Data).toEqual({ address: stolen.address })
    }
  })

  test('WAY-08 is unlinked and linked again to look older', async () => {
    const owner = await newPlayer()
    const wallet = newWallet()
    await link(owner, wallet)
    await pass(owner, 25)
    expect((await owner.post('unlinkWallet', { address: wallet.address })).body.Status).toBe(true)
    await link(owner, wallet)
    expect((await withdraw(owner, 100)).body.Message).toMatch(tooNew)
  })
})

describe('the thief’s request waits for a lock', () => {
  interface Behind {
    /** What waits for the lock before the requests do. */
    readonly first?: () => Promise<unknown>
    /** The requests that wait. */
    readonly asks: () => readonly Promise<HttpAnswer>[]
    /** What is done while they wait. */
    readonly meanwhile?: () => Promise<unknown>
  }

  /** Locks the money of a player until all of this waits for it or is done, then releases it. */
  async function behind(
    player: SignedIn,
    { first, asks, meanwhile }: Behind,
  ): Promise<HttpAnswer[]> {
    const wait = (many: number) => untilWaiting(around.db, { many })
    let answers: readonly Promise<HttpAnswer>[] = []
    let before: Promise<unknown> | undefined
    await around.db.owner.transaction(async (held) => {
      await held.rows(sql`select from ledger.wallets where player_id = $1 for update`, [player.id])
      before = first?.()
      if (before) await wait(1)
      answers = asks()
      await wait(answers.length + (before ? 1 : 0))
      await meanwhile?.()
    })
    await before
    return Promise.all(answers)
  }

  const newPassword = (owner: SignedIn) =>
    owner.put(`changePassword?id=${owner.id}`, { newPassword: 'another one 1' })
  const endOthers = (owner: SignedIn) => owner.post('endOtherSessions', {})
  const confirm = (owner: SignedIn, until: string) =>
    around.db.owner.rows(
      sql`update players.sessions set confirmed_until = $2::timestamptz where player_id = $1`,
      [owner.id, until],
    )

  const thiefOf = async (owner: SignedIn): Promise<HttpClient> => {
    const thief = await anotherBrowser(owner, 0)
    await confirm(owner, 'infinity')
    return thief
  }

  const copyOf = async (owner: SignedIn): Promise<HttpClient> =>
    httpClient(strict[0]!.url, new Map(owner.cookies))

  test.each<[string, (owner: SignedIn) => Omit<Behind, 'asks'>, typeof thiefOf?]>([
    ['the owner changes the password', (owner) => ({ first: () => newPassword(owner) })],
    [
      'the owner changes it in the session whose cookie the thief has',
      (owner) => ({ first: () => newPassword(owner) }),
      copyOf,
    ],
    ['the owner ends the other sessions', (owner) => ({ meanwhile: () => endOthers(owner) })],
    ['the confirmation runs out', (owner) => ({ meanwhile: () => confirm(owner, '-infinity') })],
  ])('WAY-15 while %s: no withdrawal and no send is made', async (_, doing, thiefIn = thiefOf) => {
    const [owner, accomplice] = [await newPlayer(), await newPlayer(0)]
    await oldWallet(owner)
    const thief = await thiefIn(owner)
    const answers = await behind(owner, {
      ...doing(owner),
      asks: () => [withdraw(owner, 100, undefined, thief), send(owner, accomplice.id, 100, thief)],
    })
    for (const { status } of answers) expect([401, 403]).toContain(status)
    expect((await balancesOf(around.db, owner.id)).deposit).toBe(fkr(1_000))
  })

  test('WAY-16 a refused request of the owner is made after a confirmation, under the same key', async () => {
    const owner = await newPlayer()
    await oldWallet(owner)
    const key = { 'idempotency-key': 'mine' }
    const ask = () =>
      owner.post(
        'paymentWithdrawal',
        { userId: owner.id, amount: 100, Method: 'fkr', StatusMsg: 'Withdraw' },
        key,
      )
    const [refused] = await behind(owner, {
      asks: () => [ask()],
      meanwhile: () => confirm(owner, '-infinity'),
    })
    expect(refused).toMatchObject({ status: 403, body: { Data: { confirm: ['mail'] } } })
    await confirm(owner, 'infinity')
    expect((await ask()).body).toMatchObject({ Status: true })
    expect((await balancesOf(around.db, owner.id)).deposit).toBe(fkr(900))
  })
})

describe('the account', () => {
  test('WAY-09 a changed e-mail address holds the ways out, and says so', async () => {
    const owner = await newPlayer()
    await oldWallet(owner)
    await around.db.owner.rows(sql`select ledger.hold_ways_out($1, interval '1 day', 'email')`, [
      owner.id,
    ])
    // A shorter hold for another reason changes nothing.
    await around.db.owner.rows(sql`select ledger.hold_ways_out($1, interval '1 hour', 'factor')`, [
      owner.id,
    ])
    const why = /^The email address was changed, so no money can leave this account until /
    expect((await withdraw(owner, 100)).body.Message).toMatch(why)
    expect((await send(owner, (await newPlayer()).id, 100)).body.Message).toMatch(why)
  })

  test('WAY-09 before it asks for a confirmation, which a repeat waits for', async () => {
    const owner = await newPlayer()
    await oldWallet(owner)
    const receiver = await newPlayer()
    const unconfirmed = await anotherBrowser(owner, 1)
    const under = (key: string, by: HttpClient) =>
      by.post(
        'walletTransfer',
        { senderId: owner.id, receiverId: receiver.id, transferAmount: 100 },
        { 'idempotency-key': key },
      )
    const sent = await under('sent', owner)
    expect((await under('new', unconfirmed)).status).toBe(403)
    await around.db.owner.rows(sql`select ledger.hold_ways_out($1, interval '1 day', 'factor')`, [
      owner.id,
    ])
    const held = {
      status: 200,
      body: {
        Status: false,
        Message: expect.stringMatching(/^A second factor was removed, so no/),
      },
    }
    expect(await under('new', unconfirmed)).toMatchObject(held)
    expect(await withdraw(owner, 100, undefined, unconfirmed)).toMatchObject(held)
    expect((await under('sent', unconfirmed)).status).toBe(403)
    expect((await under('sent', owner)).body).toEqual(sent.body)
    // What can be done during a hold is still to be confirmed.
    expect((await unconfirmed.post('closeAccount', {})).status).toBe(403)
  })

  test('WAY-10 withdrawals, sends and deposits race with its closing: none is left on its way', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [owner, friend] = [await newPlayer(), await newPlayer(0)]
      const own = await oldWallet(owner)
      const at = strict.map(({ url }) => httpClient(url, new Map(owner.cookies)))
      const [closed] = await Promise.all([
        at[0]!.post('closeAccount', {}),
        withdraw(owner, 100, own.address, at[1]!),
        send(owner, friend.id, 100, at[1]!),
        send(friend, owner.id, 1),
      ])
      const { open } = await one(
        around.db.owner.rows<{ open: number }>(
          sql`select count(*)::int as open from cashier.operations where player_id = $1`,
          [owner.id],
        ),
      )
      expect(open).toBe(closed.body.Status ? 0 : 1)
    }
  })
})
