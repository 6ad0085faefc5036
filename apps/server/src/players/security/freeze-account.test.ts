import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { beforeEach, expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import { secondPool } from '../../../test/database/second-pool.ts'
import { waitBehind } from '../../../test/database/wait-behind.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  someone,
} from '../../../test/players/accounts.ts'
import { wrongCode } from '../../../test/players/app-codes.ts'
import { addApp } from '../../../test/players/factors.ts'
import { leaveForAWeek } from '../../../test/players/leave-for-a-week.ts'
import { setCatalogue } from '../../../test/players/player.ts'
import { betDeps } from '../../../test/rounds/bet-deps.ts'
import { playRules } from '../../../test/rounds/play-rules.ts'
import { cashierCalls } from '../../cashier/calls.ts'
import { one, type Queryable, sql } from '../../platform/database/database.ts'
import type { PlayerCaller } from '../../platform/http/call.ts'
import { system } from '../../platform/process/clock.ts'
import { finishLeftRounds } from '../../rounds/finish-left-rounds.ts'
import { placeBet } from '../../rounds/place-bet.ts'
import { sendMoney } from '../../transfers/send-money.ts'
import { updateProfile } from '../accounts/update-profile.ts'
import { checkCode } from '../codes/check-code.ts'
import { sendCode } from '../codes/send-code.ts'
import { linkTokenHash } from '../mails/mailed-link.ts'
import { forgotPassword } from '../passwords/forgot-password.ts'
import { resetPassword } from '../passwords/reset-password.ts'
import { giveSecondFactor } from '../sessions/give-second-factor.ts'
import { logIn } from '../sessions/log-in.ts'
import { freezeAccount } from './freeze-account.ts'

type Owner = NewPlayer & { id: number }

let accounts: Accounts
let player: Owner
beforeEach(async () => {
  accounts = await openAccountsForTest()
  await setCatalogue(accounts)
  player = await accounts.newPlayer()
  await accounts.owner.rows(
    sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => 100000, chain => -100000,
      own => 100000)`,
    [player.id],
  )
  await accounts.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ('0x' || repeat('a', 40), $1)`,
    [player.id],
  )
})

async function loggedIn(as: Owner = player, password = as.password) {
  const browser = accounts.browser()
  expect(await logIn(accounts.deps, { ...as, password }, browser)).toMatchObject({ ok: true })
  const { session } = await accounts.withSession(browser)
  if (!session) throw new Error('not logged in')
  return { ...browser, session }
}

/** The tokens of the mailed links of a kind, newest first. */
const tokens = (path: 'not-me' | 'reset-password', to = player.email, about = '') =>
  accounts
    .mails()
    .filter((mail) => mail.to === to && mail.text.includes(about))
    .flatMap(({ text }) => new RegExp(`/${path}#(\\S+)`).exec(text)?.[1] ?? [])

/** Notes a large send, and waits for the mail's token. */
async function mailedToken(of: Owner = player): Promise<string> {
  const before = tokens('not-me', of.email).length
  await accounts.database.rows(sql`select players.notify($1, 'large_send', '', '200 fkr')`, [of.id])
  accounts.deps.mails.sendSoon()
  await vi.waitUntil(() => tokens('not-me', of.email).length > before, patience)
  return tokens('not-me', of.email)[0]!
}

const freeze = (token: string, browser = accounts.browser(), database = accounts.database) =>
  freezeAccount({ ...accounts.deps, database }, { token }, browser)

async function reset(newPassword: string, of = player) {
  const before = tokens('reset-password', of.email).length
  await forgotPassword(accounts.deps, { email: of.email }, accounts.browser())
  await vi.waitUntil(() => tokens('reset-password', of.email).length > before, patience)
  const token = tokens('reset-password', of.email)[0]!
  expect(
    await resetPassword(accounts.deps, { token, newPassword }, accounts.browser()),
  ).toMatchObject({ ok: true })
}

const send = (from: Owner, to: Owner) =>
  sendMoney(
    { ...accounts.deps, surroundings: system },
    { player: from.id as PlayerId, receiver: to.id as PlayerId, amount: fkr(10) },
    null,
  )
const withdraw = (inside: Queryable = accounts.database) =>
  cashierCalls({
    database: { ...accounts.database, ...inside },
    surroundings: system,
    config: {
      chain: null as never,
      publicUrl: new URL('http://localhost'),
      linkedForMs: 0,
      profile: playRules('standard'),
    },
    local: false,
  }).requestWithdrawal({ player: player.id as PlayerId, amount: fkr(10) }, {
    session: { player: player.id },
    key: null,
  } as PlayerCaller)
const bet = () =>
  placeBet(
    betDeps(accounts.database),
    { player: player.id as PlayerId, stake: fkr(10), gameId: 3 },
    null,
  )

const over = { ok: false, code: 'linkOver' }
const frozen = { ok: false, code: 'accountFrozen' }

test('FREEZE-01 one press ends every session, and no bet, send or withdrawal goes through', async () => {
  const own = await loggedIn()
  const phone = await loggedIn()
  const other = await accounts.newPlayer()
  expect(await freeze(await mailedToken(), own)).toMatchObject({ ok: true })
  expect((await accounts.withSession(phone)).session).toBeNull()
  expect(own.cookies.has('session')).toBe(false)
  expect(await bet()).toMatchObject(frozen)
  expect(await send(player, other)).toMatchObject(frozen)
  expect(await withdraw()).toMatchObject(frozen)
  await vi.waitUntil(() => accounts.mails().some((m) => m.subject.includes('is frozen')), patience)
})

const doubted = async () =>
  (
    await accounts.owner.rows<{ address: string }>(
      sql`select right(address, 1) as address from cashier.addresses
        where doubted_at is not null order by address`,
    )
  ).map(({ address }) => address)

/** Besides the wallet that was the owner's long before, another that was linked at a time. */
async function linkAnother(linkedDaysAgo: number) {
  await accounts.owner.rows(
    sql`update cashier.addresses set linked_at = now() - interval '30 days'`,
  )
  await accounts.owner.rows(
    sql`insert into cashier.addresses (address, player_id, linked_at)
      values ('0x' || repeat('b', 40), $1, now() - $2 * interval '1 day')`,
    [player.id, linkedDaysAgo],
  )
}

test('WAY-18 a wallet of before the freeze is not paid after a reset that comes much later', async () => {
  const token = await mailedToken()
  await linkAnother(6)
  expect(await freeze(token)).toMatchObject({ ok: true })
  expect(await doubted()).toEqual(['b'])
})

test('WAY-22 nor is one of before a freeze by the house', async () => {
  await linkAnother(9)
  await accounts.owner.rows(sql`select players.freeze_by_house($1, true)`, [player.id])
  await accounts.owner.rows(
    sql`update players.accounts set frozen_from = now() - interval '5 days' where player_id = $1`,
    [player.id],
  )
  await reset('another one')
  expect(await doubted()).toEqual(['b'])
})

test('WAY-23 nor where the house opens the account before its owner sets a new password', async () => {
  await linkAnother(6)
  await accounts.owner.rows(sql`select players.freeze_by_house($1, true)`, [player.id])
  await accounts.owner.rows(
    sql`update cashier.addresses set linked_at = linked_at - interval '5 days'`,
  )
  await accounts.owner.rows(sql`select players.freeze_by_house($1, false)`, [player.id])
  await reset('another one')
  expect(await doubted()).toEqual(['b'])
})

test('a round that is open ends as one that was left', async () => {
  expect(await bet()).toMatchObject({ ok: true })
  await freeze(await mailedToken())
  await leaveForAWeek(accounts.owner, player.id)
  const onError = ({ message }: Error) => expect.unreachable(message)
  expect(await finishLeftRounds({ ...betDeps(accounts.database), onError })).toBe(1)
})

test('money may still come into a frozen account', async () => {
  const other = await accounts.newPlayer()
  await accounts.owner.rows(
    sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => 5000, chain => -5000)`,
    [other.id],
  )
  await freeze(await mailedToken())
  expect(await send(other, player)).toMatchObject({ ok: true })
})

test('FREEZE-10 the right password alone learns that the account is frozen', async () => {
  await freeze(await mailedToken())
  const browser = accounts.browser()
  expect(await logIn(accounts.deps, player, browser)).toMatchObject(frozen)
  expect(browser.cookies.size).toBe(0)
  const guess = { ...player, password: 'a wrong one' }
  expect(await logIn(accounts.deps, guess, accounts.browser())).toMatchObject({
    code: 'loginFailed',
  })
})

test('FREEZE-09 a freeze in the moment of a log-in leaves no session', async () => {
  const token = await mailedToken()
  const browser = accounts.browser()
  const deps = {
    ...accounts.deps,
    passwords: {
      ...accounts.deps.passwords,
      async matches(kept: string | undefined, password: string) {
        const same = await accounts.deps.passwords.matches(kept, password)
        expect(await freeze(token)).toMatchObject({ ok: true })
        return same
      },
    },
  }
  expect(await logIn(deps, player, browser)).toMatchObject({ ok: false })
  expect(await accounts.owner.rows(sql`select from players.sessions`)).toEqual([])
})

test('FREEZE-05 a reset opens the account again, holds its ways out, and ends the earlier links', async () => {
  const [first, second] = [await mailedToken(), await mailedToken()]
  await freeze(first)
  await reset('another one')
  await loggedIn(player, 'another one')
  expect(await bet()).toMatchObject({ ok: true })
  expect(await withdraw()).toMatchObject({ code: 'waysOutHeld' })
  expect(await freeze(first)).toMatchObject(over)
  expect(await freeze(second)).toMatchObject(over)
  // The mail about the reset itself can still disown it.
  const resetMails = () => tokens('not-me', player.email, 'was reset')
  await vi.waitUntil(() => resetMails().length === 1, patience)
  expect(await freeze(resetMails()[0]!)).toMatchObject({ ok: true })
})

test('FREEZE-18 where there is a second factor no mailed link opens the account, and the factor does', async () => {
  const app = await addApp(accounts, await loggedIn())
  // Longer ago than a thief's: it outlives the freeze.
  const older = sql`update players.security_events set at = at - interval '8 days'`
  const state = async () =>
    one(
      accounts.owner.rows(
        sql`select a.frozen_from is not null as account, w.frozen as money
          from players.accounts a join ledger.wallets w using (player_id) where player_id = $1`,
        [player.id],
      ),
    )
  const both = { account: true, money: true }
  await accounts.owner.rows(older)
  await accounts.owner.rows(
    sql`update players.recovery_codes set given_at = now() - '8 days'::interval`,
  )
  await freeze(await mailedToken())
  await reset('by mail')
  expect(await state()).toEqual(both)
  expect(await send(player, await accounts.newPlayer())).toMatchObject(frozen)
  // The mail about that reset freezes anew: the owner's reset must come after it.
  const aboutReset = () => tokens('not-me', player.email, 'was reset')
  await vi.waitUntil(() => aboutReset().length === 1, patience)
  expect(await freeze(aboutReset()[0]!)).toMatchObject({ ok: true })
  const again = { ...player, password: 'by mail' }
  expect(await logIn(accounts.deps, again, accounts.browser())).toMatchObject(frozen)

  await reset('another one')
  const browser = accounts.browser()
  const form = { ...player, password: 'another one' }
  expect(await logIn(accounts.deps, form, browser)).toMatchObject({
    answer: { secondFactor: ['totp'] },
  })
  const give = (code: string) => giveSecondFactor(accounts.deps, { code }, browser)
  expect(await give(wrongCode(app.secret))).toMatchObject({ code: 'factorWrong' })
  expect(await state()).toEqual(both)
  expect(await give(await app.code())).toMatchObject({ ok: true })
  expect(await state()).toEqual({ account: false, money: false })
  expect(await bet()).toMatchObject({ ok: true })
})

test('a log-in that waits for its factor as the house freezes the account says so', async () => {
  const app = await addApp(accounts, await loggedIn())
  const browser = accounts.browser()
  expect(await logIn(accounts.deps, player, browser)).toMatchObject({ ok: true })
  await accounts.owner.rows(sql`select players.freeze_by_house($1, true)`, [player.id])
  const byHouse = { code: 'accountFrozenByHouse' }
  const given = await giveSecondFactor(accounts.deps, { code: await app.code() }, browser)
  expect(given).toMatchObject(byHouse)
  // A new password would not help the owner either, who has frozen it as well.
  await freeze(await mailedToken())
  expect(await logIn(accounts.deps, player, accounts.browser())).toMatchObject(byHouse)
})

test('a frozen account whose factor two operators removed is opened by another reset', async () => {
  await addApp(accounts, await loggedIn())
  await accounts.owner.rows(sql`update players.security_events set at = at - interval '8 days'`)
  await freeze(await mailedToken())
  await reset('another one')
  await accounts.owner.rows(sql`select players.reset_factors($1)`, [player.id])
  const form = { ...player, password: 'another one' }
  expect(await logIn(accounts.deps, form, accounts.browser())).toMatchObject(frozen)
  await reset('a third one')
  await loggedIn(player, 'a third one')
})

test('FREEZE-06 a mail of before the reset that is sent after it freezes nothing', async () => {
  await accounts.stopMails()
  await accounts.owner.rows(sql`select players.notify($1, 'large_send', '', '200 fkr')`, [
    player.id,
  ])
  const mail = await one(
    accounts.owner.rows<{ at: string }>(sql`select asked_at::text as at from players.mails`),
  )
  await accounts.owner.rows(sql`select players.notify($1, 'password_reset')`, [player.id])
  const late = sql`
    insert into players.not_me_links (token_hash, player_id, email, mailed_at)
    values ($1, $2, $3, $4::timestamptz)`
  const values = [linkTokenHash('late'), player.id, player.email, mail.at]
  await accounts.database.rows(late, values)
  expect(await freeze('late')).toMatchObject(over)
})

test('FREEZE-03 a link is good for 7 days, once, and only its hash is kept', async () => {
  const token = await mailedToken()
  expect(token).toMatch(/^[\w-]{43}$/)
  const kept = await accounts.owner.rows(sql`select token_hash from players.not_me_links`)
  expect(JSON.stringify(kept)).not.toContain(token)
  const age = sql`update players.not_me_links set mailed_at = now() - $1 * interval '1 second'`
  await accounts.owner.rows(age, [7 * 86_400 + 1])
  expect(await freeze(token)).toMatchObject(over)
  await accounts.owner.rows(age, [7 * 86_400 - 60])
  expect(await freeze(token)).toMatchObject({ ok: true })
  expect(await freeze(token)).toMatchObject(over)
  expect(await freeze('')).toMatchObject(over)
})

test('FREEZE-07 a link freezes its own account, and no other', async () => {
  const other = await accounts.newPlayer()
  const browser = await loggedIn(other)
  await freeze(await mailedToken(), browser)
  expect((await accounts.withSession(browser)).session).not.toBeNull()
  expect(browser.cookies.has('session')).toBe(true)
  await loggedIn(other)
})

test('FREEZE-04 of a hundred uses of a link at once, by two servers, one freezes', async () => {
  const token = await mailedToken()
  const second = secondPool(accounts.url, 10)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      freeze(token, accounts.browser(), n % 2 ? second : accounts.database),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const events = sql`select from players.security_events where kind = 'frozen'`
  expect(await accounts.owner.rows(events)).toHaveLength(1)
})

test('FREEZE-08 a withdrawal that is being asked for goes to review, and one after it is refused', async () => {
  const token = await mailedToken()
  const first = async (inside: Queryable) =>
    expect(await withdraw(inside)).toMatchObject({ ok: true })
  const frozenLater = waitBehind(accounts, { by: accounts.database, first }, () => freeze(token))
  expect(await frozenLater).toMatchObject({ ok: true })
  const operations = sql`select state, reason from cashier.operations`
  expect(await accounts.owner.rows(operations)).toEqual([{ state: 'review', reason: 'frozen' }])
  expect(await withdraw()).toMatchObject(frozen)
})

test('FREEZE-16 no operator pays a withdrawal of a frozen account', async () => {
  await withdraw()
  await freeze(await mailedToken())
  const release = async () => {
    const [answer] = await accounts.owner.rows<{ why: string | null }>(
      sql`select operator.release('Asha', 'looked at', player_id, operation_id) as why
        from cashier.operations`,
    )
    return answer?.why
  }
  expect(await release()).toBe('accountFrozen')
  await reset('another one')
  expect(await release()).toBeNull()
})

test('a withdrawal that waits for a freeze is refused', async () => {
  const hash = linkTokenHash(await mailedToken())
  expect(await behindFreeze(hash, () => withdraw())).toMatchObject(frozen)
})

/** Runs `late` while the freeze isn't committed. */
const behindFreeze = <R>(hash: Buffer, late: () => Promise<R>): Promise<R> =>
  waitBehind(
    accounts,
    {
      by: accounts.database,
      first: (inside) => inside.rows(sql`select players.freeze($1)`, [hash]),
    },
    late,
  )

/** A thief in an open session changes the address to one that only the thief reads. */
async function changeAddress(email: string) {
  const browser = accounts.browser()
  await logIn(accounts.deps, player, browser)
  await sendCode(accounts.deps, { email, name: '' }, browser)
  await checkCode(accounts.deps, { email, code: accounts.codeFor(email) }, browser)
  const { session, ...thief } = await accounts.withSession(browser)
  if (!session) throw new Error('not logged in')
  const form = { name: 'Meera', email, mobile: '' }
  expect(await updateProfile(accounts.deps, form, { ...thief, session })).toMatchObject({
    ok: true,
  })
  accounts.deps.mails.sendSoon()
}

/** Two changes of the address by a thief, and the mails about them. */
async function changeAddressTwice(): Promise<[first: string, second: string]> {
  const [theirs, next] = [someone().email, someone().email]
  await changeAddress(theirs)
  // A day later the password confirms again.
  await accounts.owner.rows(sql`update ledger.wallets set ways_out_held_until = now()`)
  await changeAddress(next)
  for (const email of [player.email, theirs])
    await vi.waitUntil(() => tokens('not-me', email).length > 0, patience)
  return [theirs, next]
}

test('FREEZE-11 a change of the address is mailed to the old one, whose link puts it back', async () => {
  const theirs = someone().email
  await changeAddress(theirs)
  await vi.waitUntil(() => tokens('not-me', player.email).length > 0, patience)
  expect(tokens('not-me', theirs)).toEqual([])
  expect(await freeze(tokens('not-me', player.email)[0]!)).toMatchObject({ ok: true })
  await reset('another one')
  await loggedIn(player, 'another one')
})

test('FREEZE-20 a reset by the thief’s address does not end the link of the old one', async () => {
  const theirs = { ...player, email: someone().email }
  await changeAddress(theirs.email)
  await vi.waitUntil(() => tokens('not-me', player.email).length > 0, patience)
  await reset('the thief’s', theirs)
  expect(await freeze(tokens('not-me', player.email)[0]!)).toMatchObject({ ok: true })
  await reset('another one')
  await loggedIn(player, 'another one')
})

test('FREEZE-12 the thief’s links neither keep the address nor take it again', async () => {
  const theirs = { ...player, email: someone().email }
  await changeAddress(theirs.email)
  const [first, second] = [await mailedToken(theirs), await mailedToken(theirs)]
  await vi.waitUntil(() => tokens('not-me', player.email).length > 0, patience)
  // The thief is the faster one, and comes again.
  expect(await freeze(first)).toMatchObject({ ok: true })
  expect(await freeze(tokens('not-me', player.email)[0]!)).toMatchObject({ ok: true })
  expect(await freeze(second)).toMatchObject(over)
  const emails = await accounts.owner.rows(sql`select email from players.accounts`)
  expect(emails).toEqual([{ email: player.email }])
})

test('FREEZE-17 a reset that the thief asks for in the moment of the freeze is not mailed', async () => {
  const theirs = someone().email
  await changeAddress(theirs)
  await vi.waitUntil(() => tokens('not-me', player.email).length > 0, patience)
  const hash = linkTokenHash(tokens('not-me', player.email)[0]!)
  const waiting = sql`
    select from players.mails where kind = 'reset_link' and next_try_at is not null`
  await behindFreeze(hash, async () => {
    await forgotPassword(accounts.deps, { email: theirs }, accounts.browser())
    await vi.waitUntil(async () => (await accounts.owner.rows(waiting)).length === 0, patience)
  })
  expect(await accounts.owner.rows(sql`select from players.reset_links`)).toEqual([])
  expect(tokens('reset-password', theirs)).toEqual([])
})

test('FREEZE-27 a link for a new password of before the freeze opens nothing, a later one does', async () => {
  // A thief has read both in the owner's mail.
  await forgotPassword(accounts.deps, { email: player.email }, accounts.browser())
  await vi.waitUntil(() => tokens('reset-password').length > 0, patience)
  const [token = ''] = tokens('reset-password')
  expect(await freeze(tokens('not-me')[0]!)).toMatchObject({ ok: true })
  const theirs = { token, newPassword: 'of the thief’s' }
  expect(await resetPassword(accounts.deps, theirs, accounts.browser())).toMatchObject(over)
  expect(await logIn(accounts.deps, player, accounts.browser())).toMatchObject(frozen)
  await reset('another one')
  const form = { ...player, password: 'another one' }
  expect(await logIn(accounts.deps, form, accounts.browser())).toMatchObject({ ok: true })
})

test('FREEZE-19 where the old address is another account’s by now, no reset of the thief’s opens the account', async () => {
  const theirs = { ...player, email: someone().email }
  await changeAddress(theirs.email)
  await vi.waitUntil(() => tokens('not-me', player.email).length > 0, patience)
  const token = tokens('not-me', player.email)[0]!
  await accounts.newPlayer({ email: player.email })
  expect(await freeze(token)).toMatchObject({ ok: true })
  const byHouse = { code: 'accountFrozenByHouse' }
  expect(await logIn(accounts.deps, player, accounts.browser())).toMatchObject(byHouse)
  await reset('another one', theirs)
  const form = { ...player, password: 'another one' }
  expect(await logIn(accounts.deps, form, accounts.browser())).toMatchObject(byHouse)
  expect(await withdraw()).toMatchObject(frozen)
})

test('FREEZE-21 what the house opens goes to the owner’s address, not to the thief’s', async () => {
  const theirs = { ...player, email: someone().email }
  await changeAddress(theirs.email)
  await vi.waitUntil(() => tokens('not-me', player.email).length > 0, patience)
  const other = await accounts.newPlayer({ email: player.email })
  const aboutThis = await mailedToken(theirs)
  expect(await freeze(tokens('not-me', player.email)[0]!)).toMatchObject({ ok: true })
  await reset('the thief’s', theirs)
  const open = async () => {
    const statement = sql`select players.freeze_by_house($1, false) as refusal`
    const [answer] = await accounts.owner.rows<{ refusal: string | null }>(statement, [player.id])
    return answer?.refusal
  }
  const state = () =>
    accounts.owner.rows(
      sql`select email, frozen_from is not null as frozen, frozen_by_house as by_house
        from players.accounts where player_id = $1`,
      [player.id],
    )
  expect(await open()).toBe('addressTaken')
  expect(await state()).toEqual([{ email: theirs.email, frozen: true, by_house: true }])
  // The owner gives the other account another address.
  await accounts.owner.rows(sql`update players.accounts set email = $2 where player_id = $1`, [
    other.id,
    someone().email,
  ])
  expect(await open()).toBeNull()
  expect(await state()).toEqual([{ email: player.email, frozen: true, by_house: false }])
  const form = { ...player, password: 'the thief’s' }
  expect(await logIn(accounts.deps, form, accounts.browser())).toMatchObject(frozen)
  const opened = () => accounts.mails().some((m) => m.to === player.email && /frozen/.test(m.text))
  accounts.deps.mails.sendSoon()
  await vi.waitUntil(opened, patience)
  await reset('another one')
  await loggedIn(player, 'another one')
  expect(await freeze(aboutThis)).toMatchObject(over)
})

test('FREEZE-24 a link to the thief’s address, of when the owner changed it back, does not take it again', async () => {
  const theirs = someone().email
  await changeAddress(theirs)
  await accounts.owner.rows(sql`update ledger.wallets set ways_out_held_until = now()`)
  await changeAddress(player.email)
  for (const email of [player.email, theirs])
    await vi.waitUntil(() => tokens('not-me', email).length > 0, patience)
  const [own] = tokens('not-me', player.email)
  expect(await freeze(tokens('not-me', theirs)[0]!)).toMatchObject(over)
  // The owner's link counts, also if the thief changes the address once more.
  await accounts.owner.rows(sql`update ledger.wallets set ways_out_held_until = now()`)
  await changeAddress(theirs)
  expect(await freeze(own!)).toMatchObject({ ok: true })
  expect(await accounts.owner.rows(sql`select email from players.accounts`)).toEqual([
    { email: player.email },
  ])
})

test('FREEZE-26 nor does it days later, when the thief’s change is more than a week ago', async () => {
  const theirs = someone().email
  await changeAddress(theirs)
  await accounts.owner.rows(sql`update ledger.wallets set ways_out_held_until = now()`)
  await changeAddress(player.email)
  await vi.waitUntil(() => tokens('not-me', theirs).length > 0, patience)
  // The owner took it back after two days, and six more have passed.
  await accounts.owner.rows(
    sql`update players.left_mailboxes
      set left_at = left_at - interval '1 day' * case mailbox when $1 then 6 else 8 end`,
    [theirs],
  )
  await accounts.owner.rows(
    sql`update players.not_me_links set mailed_at = mailed_at - interval '6 days'
      where email = $1`,
    [theirs],
  )
  expect(await freeze(tokens('not-me', theirs)[0]!)).toMatchObject(over)
  expect(await accounts.owner.rows(sql`select email, frozen_from from players.accounts`)).toEqual([
    { email: player.email, frozen_from: null },
  ])
})

test('FREEZE-22 two changes of the address by the thief leave no link that takes it again', async () => {
  const [theirs] = await changeAddressTwice()
  // Mail to the first of them waits while the owner acts.
  await accounts.stopMails()
  await accounts.owner.rows(
    sql`update players.mails set next_try_at = now() where email = $1 and kind = 'security'`,
    [theirs],
  )
  expect(await freeze(tokens('not-me', player.email)[0]!)).toMatchObject({ ok: true })
  await accounts.owner.rows(sql`select players.notify($1, 'password_reset')`, [player.id])
  await accounts.owner.rows(
    sql`update players.accounts set frozen_from = null, frozen_by_owner = false`,
  )
  expect(await freeze(tokens('not-me', theirs)[0]!)).toMatchObject(over)
  const left = sql`
    select email from players.mails where email = $1
    union all select email from players.not_me_links where email = $1`
  expect(await accounts.owner.rows(left, [theirs])).toEqual([])
})

test('INBOX-09 an answer that waited goes to the address that the account has by now', async () => {
  await accounts.owner.rows(
    sql`with opened as (
        insert into support.cases (case_id, player_id) values (100000, $1)
        returning case_id, player_id
      ), answered as (
        insert into support.messages (case_id, player_id, writer, text)
        select case_id, player_id, 'house', 'We hold it for you.' from opened
        returning message_id
      )
      insert into players.mails (kind, email, message_id)
      select 'case_answer', 'thief@example.com', message_id from answered`,
    [player.id],
  )
  accounts.deps.mails.sendSoon()
  const answers = () => accounts.mails().filter(({ text }) => text.includes('We hold it'))
  await vi.waitUntil(() => answers().length > 0, patience)
  expect(answers().map(({ to }) => to)).toEqual([player.email])
})

test('FREEZE-25 where the old address is another account’s by now, the thief’s earlier one wins nothing', async () => {
  const [theirs, next] = await changeAddressTwice()
  await accounts.newPlayer({ email: player.email })
  expect(await freeze(tokens('not-me', player.email)[0]!)).toMatchObject({ ok: true })
  expect(await freeze(tokens('not-me', theirs)[0]!)).toMatchObject(over)
  expect(
    await accounts.owner.rows(
      sql`select email, email_owed from players.accounts where player_id = $1`,
      [player.id],
    ),
  ).toEqual([{ email: next, email_owed: player.email }])
})
