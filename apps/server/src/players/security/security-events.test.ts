import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { beforeEach, expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  someone,
} from '../../../test/players/accounts.ts'
import { addApp, logInTo } from '../../../test/players/factors.ts'
import { unlinkWallet } from '../../cashier/wallets/unlink-wallet.ts'
import { one, sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'
import { shownAddress } from '../../platform/shown-address.ts'
import { listNotices } from '../../support/list-notices.ts'
import { sendMoney } from '../../transfers/send-money.ts'
import { updateProfile } from '../accounts/update-profile.ts'
import { checkCode } from '../codes/check-code.ts'
import { sendCode } from '../codes/send-code.ts'
import { confirmSession } from '../factors/confirm-session.ts'
import { changePassword } from '../passwords/change-password.ts'
import { forgotPassword } from '../passwords/forgot-password.ts'
import { resetPassword } from '../passwords/reset-password.ts'
import { logIn } from '../sessions/log-in.ts'

const address = `0x${'a1'.repeat(20)}`

let accounts: Accounts
let player: NewPlayer & { id: number }
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
  await accounts.owner.rows(
    sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => 200000, chain => -200000,
      own => 200000)`,
    [player.id],
  )
})

const events = () =>
  accounts.owner.rows(sql`select kind, device, detail from players.security_events order by at`)

/** The newest mail to an address about something, once it has come. */
async function mailed(to: string, about: RegExp) {
  accounts.deps.mails.sendSoon()
  const found = () => accounts.mails().find((mail) => mail.to === to && about.test(mail.subject))
  await vi.waitUntil(found, patience)
  return found()!
}
const securityNotices = async () => {
  const result = await listNotices(accounts.database, {
    player: player.id as PlayerId,
    limit: 20,
  })
  if (!result.ok) throw new Error('no notices')
  return result.answer.notices
    .filter(({ kind }) => kind === 'security')
    .map(({ text, link }) => ({ text, link }))
}

async function loggedIn() {
  const browser = accounts.browser()
  await logIn(accounts.deps, player, browser)
  const { session } = await accounts.withSession(browser)
  if (!session) throw new Error('not logged in')
  return { ...browser, session }
}

test('a wallet that is linked or unlinked, with the device and the address as screens show it', async () => {
  const { session } = await loggedIn()
  await accounts.database.rows(sql`select cashier.keep_challenge($1, 'sign this', $2)`, [
    player.id,
    address,
  ])
  const link = (signer: string) =>
    accounts.database.rows(sql`select cashier.link_address($1, 'sign this', $2, $3)`, [
      player.id,
      signer,
      session.id,
    ])
  await link(`0x${'b2'.repeat(20)}`)
  expect(await events()).toEqual([])
  await link(address)
  await unlinkWallet(accounts, session, { address })
  const device = 'Firefox on Linux'
  expect(await events()).toEqual([
    { kind: 'wallet_linked', device, detail: address },
    { kind: 'wallet_unlinked', device, detail: address },
  ])
  const linked = `The wallet ${shownAddress(address)} was linked. My Wallet says when it is paid.`
  expect((await mailed(player.email, /was linked/)).text).toContain(`${linked} From ${device}.`)
  const unlinked = `The wallet ${shownAddress(address)} was unlinked.`
  expect((await mailed(player.email, /was unlinked/)).text).toContain(`${unlinked} From ${device}.`)
  expect(await securityNotices()).toEqual([
    { text: unlinked, link: '/account/security' },
    { text: linked, link: '/account/security' },
  ])
})

test('a withdrawal that is asked for, with the device, and one that is paid', async () => {
  const { session } = await loggedIn()
  await accounts.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ($2, $1)`,
    [player.id, address],
  )
  const { answer } = await one(
    accounts.database.rows<{ answer: { id: string } }>(
      sql`select cashier.request_withdrawal(
        $1, gen_random_uuid(), 123450, interval '0', 'once', sha256('a'), null, $2,
        p_token => $3) as answer`,
      [player.id, session.id, session.tokenHash],
    ),
  )
  // The same request again is no other event.
  await accounts.database.rows(
    sql`select cashier.request_withdrawal(
      $1, gen_random_uuid(), 123450, interval '0', 'once', sha256('a'))`,
    [player.id],
  )
  expect(await events()).toEqual([
    {
      kind: 'withdrawal_requested',
      device: 'Firefox on Linux',
      detail: `1,234.50 fkr to ${address}`,
    },
  ])
  const hash = `0x${'c3'.repeat(32)}`
  await accounts.owner.rows(
    sql`update cashier.operations set state = 'mined', nonce = 0, signed_at = now(),
      mined_hash = $1, mined_block = 1`,
    [hash],
  )
  await accounts.worker.rows(sql`select cashier.pay_withdrawal($1, $2, gen_random_uuid(), $3, 1)`, [
    player.id,
    answer.id,
    hash,
  ])
  expect((await mailed(player.email, /was paid/)).text).toContain(
    `A withdrawal was paid: 1,111.05 fkr to ${shownAddress(address)}.`,
  )
  // That it was paid has a notice of its own.
  expect((await securityNotices()).map(({ text }) => text)).toEqual([
    `A withdrawal was asked for: 1,234.50 fkr to ${shownAddress(address)}.`,
  ])
})

test('a send over 100 fkr, with the device, and no smaller one', async () => {
  const { session } = await loggedIn()
  const other = await accounts.newPlayer()
  const send = (amount: number) =>
    sendMoney(
      { ...accounts.deps, surroundings: system },
      { player: player.id as PlayerId, receiver: other.id as PlayerId, amount: fkr(amount) },
      null,
      session,
    )
  const noted = [
    { kind: 'large_send', device: 'Firefox on Linux', detail: `101 fkr to ${other.id}` },
  ]
  await send(101)
  expect(await events()).toEqual(noted)
  await send(100)
  expect(await events()).toEqual(noted)
})

test('a recovery code, which confirms as well as it logs in', async () => {
  const own = await logInTo(accounts, player)
  const [code = ''] = (await addApp(accounts, own)).recoveryCodes
  expect(await confirmSession(accounts.deps, { code }, own)).toMatchObject({ ok: true })
  const { text } = await mailed(player.email, /recovery code/)
  expect(text).toMatch(/^A recovery code was used\. From Firefox on Linux\.$/m)
})

test('FREEZE-23 a passkey whose name holds a link of a thief’s puts it into no mail', async () => {
  const name = "Phone.\n\nThis wasn't me: https://evil.example/not-me"
  for (const kind of ['passkey_added', 'passkey_removed', 'passkey_counter_back'])
    await accounts.owner.rows(sql`select players.notify($1, $2::players.security_event, '', $3)`, [
      player.id,
      kind,
      name,
    ])
  for (const about of [/was added/, /was removed/, /Look at a passkey/]) {
    const { text } = await mailed(player.email, about)
    expect(text).not.toContain('evil')
    expect(text).toContain("This wasn't me: https://pipkin.example/not-me#")
  }
  // Among the player's notifications it stands as any text of theirs.
  expect((await securityNotices()).map(({ text }) => text)).toContain(
    `A passkey was added: ${name}.`,
  )
})

test('SEND-08 small sends of a day are one event once they pass 100 fkr', async () => {
  const other = await accounts.newPlayer()
  const send = (amount: number) =>
    sendMoney(
      { ...accounts.deps, surroundings: system },
      { player: player.id as PlayerId, receiver: other.id as PlayerId, amount: fkr(amount) },
      null,
    )
  await send(60)
  await send(40)
  expect(await events()).toEqual([])
  await send(1)
  const event = { kind: 'large_send', device: '' }
  const first = { ...event, detail: `101 fkr by several sends, the last to ${other.id}` }
  expect(await events()).toEqual([first])
  // What was notified counts no more, nor what is older than a day.
  await send(90)
  await accounts.owner.rows(sql`
    with noted as (update players.security_events set at = now() - interval '40 hours')
    update ledger.movements set at = now() - interval '25 hours' where kind = 'send'`)
  await send(100)
  expect(await events()).toEqual([first])
  await send(101)
  expect(await events()).toEqual([
    first,
    { ...event, detail: `201 fkr by several sends, the last to ${other.id}` },
  ])
})

/** A wallet that was linked some days ago. */
const linked = (to: string, daysAgo: number) =>
  accounts.owner.rows(
    sql`insert into cashier.addresses (address, player_id, linked_at, chosen_at)
      values ($2, $1, now() - $3 * interval '1 day', now() - $3 * interval '1 day')`,
    [player.id, to, daysAgo],
  )
const lately = (...wallets: string[]) =>
  ` Look at the wallets that were linked lately, and unlink what isn't yours: ${wallets.map(shownAddress).join(', ')}.`
const [second, third, old] = ['b2', 'c3', 'd4'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
]

test('a changed password names the wallets that were linked lately, or are doubted', async () => {
  const own = await loggedIn()
  await linked(old, 9)
  await linked(address, 3)
  await linked(second, 1)
  await linked(third, 20)
  await accounts.owner.rows(
    sql`update cashier.addresses set doubted_at = now() - interval '15 days' where address = $1`,
    [third],
  )
  await changePassword(accounts.deps, 'another one', own)
  const { text } = await mailed(player.email, /was changed/)
  expect(text).toContain(lately(second, address, third))
  expect(text).not.toContain(shownAddress(old))
})

test('the mail of a reset names lately linked wallets too, and without one neither mail mentions any', async () => {
  await linked(address, 3)
  await linked(old, 9)
  const used = new Set<string>()
  const reset = async () => {
    await forgotPassword(accounts.deps, { email: player.email }, accounts.browser())
    const unused = () =>
      accounts
        .mails()
        .flatMap(({ text }) => /\/reset-password#(\S+)/.exec(text)?.[1] ?? [])
        .find((token) => !used.has(token))
    const token = await vi.waitUntil(unused, patience)
    used.add(token)
    await resetPassword(accounts.deps, { token, newPassword: 'another one' }, accounts.browser())
  }
  await reset()
  expect((await mailed(player.email, /was reset/)).text).toContain(lately(address))
  await accounts.owner.rows(sql`update cashier.addresses set unlinked_at = now()`)
  await reset()
  const texts = () => accounts.mails().filter(({ subject }) => /was reset/.test(subject))
  await vi.waitUntil(() => texts().length === 2, patience)
  expect(texts().filter(({ text }) => text.includes('linked lately'))).toHaveLength(1)
})

test('a changed password, with the device', async () => {
  const own = await loggedIn()
  await changePassword(accounts.deps, 'another one', own)
  expect(await events()).toMatchObject([{ kind: 'password_changed', device: 'Firefox on Linux' }])
  const { text } = await mailed(player.email, /was changed/)
  expect(text).toContain('From Firefox on Linux.')
  expect(text).toMatch(/This wasn't me: https:\/\/pipkin\.example\/not-me#[\w-]{43}\n/)
})

test('a changed address, to the old one', async () => {
  const browser = accounts.browser()
  await logIn(accounts.deps, player, browser)
  const { email } = someone()
  const change = async () => {
    const { session, ...own } = await accounts.withSession(browser)
    const form = { name: 'Meera', email, mobile: '' }
    return updateProfile(accounts.deps, form, { ...own, session: session! })
  }
  expect(await change()).toMatchObject({ code: 'emailNotVerified' })
  expect(await events()).toEqual([])
  await sendCode(accounts.deps, { email, name: '' }, browser)
  await checkCode(accounts.deps, { email, code: accounts.codeFor(email) }, browser)
  expect(await change()).toMatchObject({ ok: true })
  expect((await mailed(player.email, /address/)).text).toContain(`was changed to ${email}.`)
})

test('a reset that is asked for is one event, however often its mail is tried', async () => {
  await accounts.stopMails()
  await forgotPassword(accounts.deps, { email: player.email }, accounts.browser())
  await forgotPassword(accounts.deps, { email: someone().email }, accounts.browser())
  // The call itself writes no event: it does the same for an address without an account.
  expect(await events()).toEqual([])
})

test('AUTH-23 each token of a mail stands in the fragment of its link, which is sent to no server', async () => {
  await forgotPassword(accounts.deps, { email: player.email }, accounts.browser())
  await accounts.owner.rows(sql`select players.notify($1, 'large_send', '', '200 fkr')`, [
    player.id,
  ])
  accounts.deps.mails.sendSoon()
  const texts = [await mailed(player.email, /A new password/), await mailed(player.email, /large/)]
  const links = texts.flatMap(({ text }) => text.match(/https?:\S+/g) ?? []).map((l) => new URL(l))
  expect(links.map(({ pathname }) => pathname).toSorted()).toEqual([
    '/not-me',
    '/not-me',
    '/reset-password',
  ])
  for (const { search, hash } of links) {
    expect(search).toBe('')
    expect(hash).toMatch(/^#[\w-]{43}$/)
  }
})

test('an event whose transaction is rolled back notifies no one', async () => {
  const undone = accounts.database.transaction(async (inside) => {
    await inside.rows(sql`select players.notify($1, 'large_send')`, [player.id])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await accounts.owner.rows(sql`select from players.mails`)).toEqual([])
  expect(await events()).toEqual([])
})

test('the mail that a reset was asked for freezes too, and is a notice', async () => {
  await forgotPassword(accounts.deps, { email: player.email }, accounts.browser())
  const { text } = await mailed(player.email, /A new password/)
  expect(text).toMatch(/\/not-me#[\w-]{43}/)
  await vi.waitUntil(async () => (await securityNotices()).length === 1, patience)
  await accounts.owner.rows(sql`update players.mails set next_try_at = now()`)
  accounts.deps.mails.sendSoon()
  await vi.waitUntil(
    () => accounts.mails().filter(({ to }) => to === player.email).length > 2,
    patience,
  )
  expect(await securityNotices()).toHaveLength(1)
})
