import { expect, test } from 'vitest'
import { openAccountsForTest, someone } from '../../../test/players/accounts.ts'
import { sql } from '../../platform/database/database.ts'
import { createMailer } from '../../platform/process/mail.ts'
import { OutsideFailure } from '../../platform/process/outside-failure.ts'
import { checkCode } from './check-code.ts'
import { sendCode } from './send-code.ts'

const later = sql`
  update players.email_codes set sent_at = sent_at - $2 * interval '1 second' where email = $1`

test('mails four digits to the address and gives the browser a pre-session', async () => {
  const { deps, codeFor, mails, browser } = await openAccountsForTest()
  const own = browser()
  expect(await sendCode(deps, { email: 'New.One@example.com', name: '' }, own)).toMatchObject({
    ok: true,
  })
  expect(mails()).toHaveLength(1)
  expect(mails()[0]).toMatchObject({ to: 'New.One@example.com', subject: 'Your Pipkin code' })
  expect(codeFor('New.One@example.com')).toMatch(/^\d{4}$/)
  expect(own.cookies.get('presession')).toHaveLength(32)
})

test('CODE-13 keeps no code: the same code for two browsers is kept as two hashes', async () => {
  const { deps, owner, browser } = await openAccountsForTest(false)
  const still = { ...deps, surroundings: { ...deps.surroundings, randomInt: () => 7 } }
  for (let n = 0; n < 2; n += 1)
    await sendCode(still, { email: 'a@example.com', name: '' }, browser())
  const kept = await owner.rows<{ code_hash: Buffer }>(
    sql`select code_hash from players.email_codes`,
  )
  expect(new Set(kept.map(({ code_hash }) => code_hash.toString('hex'))).size).toBe(2)
})

test('mails no code to what is no address', async () => {
  const { deps, mails, browser } = await openAccountsForTest()
  const none = [
    '',
    'nobody',
    'a@b',
    'a@b.c\r\nBcc: d@e.f',
    'a@b.c, d@e.f',
    '<a@b.c>',
    'अ@example.com',
  ]
  for (const address of [...none, `${'a'.repeat(250)}@b.cd`])
    expect(await sendCode(deps, { email: address, name: '' }, browser())).toMatchObject({
      ok: false,
      code: 'invalidForm',
    })
  expect(mails()).toEqual([])
})

test('CODE-12 an address that has an account is answered the same, and mailed that it has one', async () => {
  const { deps, mails, browser, newPlayer } = await openAccountsForTest(false)
  const { email } = await newPlayer()
  const [own, other] = [browser(), browser()]
  const known = await sendCode(deps, { email: email.toUpperCase(), name: '' }, own)
  expect(known).toEqual(await sendCode(deps, { email: someone().email, name: '' }, other))
  expect([...own.cookies.keys()]).toEqual([...other.cookies.keys()])
  const caught = mails()[1]
  expect(caught?.subject).toBe('You already have a Pipkin account')
  expect(caught?.text).not.toMatch(/\d/)
})

test('CODE-09 60 s lie between two codes of a browser, and it gets five an hour, for all spellings of the address', async () => {
  const { deps, owner, browser } = await openAccountsForTest()
  const own = browser()
  const ask = (email = 'a@example.com') => sendCode(deps, { email, name: '' }, own)
  expect(await ask()).toMatchObject({ ok: true })
  expect(await ask('A@Example.COM')).toMatchObject({
    code: 'codeTooSoon',
    // Fewer by as many as the first request took.
    parts: { seconds: expect.stringMatching(/^(60|[1-5]\d)$/) },
  })
  expect(await ask('b@example.com')).toMatchObject({ ok: true })
  for (let n = 0; n < 4; n += 1) {
    await owner.rows(later, ['a@example.com', 61])
    expect(await ask()).toMatchObject({ ok: true })
  }
  await owner.rows(later, ['a@example.com', 61])
  const refused = await ask()
  expect(refused).toMatchObject({ ok: false, code: 'codeTooMany' })
  expect('retryAfterMs' in refused && refused.retryAfterMs).toBeGreaterThan(3_600_000 - 310_000)
  await owner.rows(later, ['a@example.com', 3_600 - 300])
  expect(await ask()).toMatchObject({ ok: true })
})

test('CODE-17 a flood of requests from one network mails five codes at once, and then one in ten minutes', async () => {
  const { deps, mails, owner, browser } = await openAccountsForTest()
  const ask = (ip: string) => sendCode(deps, { email: 'a@example.com', name: '' }, browser(ip))
  const flood = async () => {
    const networks = Array.from({ length: 20 }, (_, n) => `2001:db8:1:${n}::1`)
    const answers = await Promise.all(networks.map(ask))
    return answers.filter(({ ok }) => ok).length
  }
  expect(await flood()).toBe(5)
  await owner.rows(later, ['a@example.com', 500])
  const refused = await ask('2001:db8:1::1')
  expect(refused).toMatchObject({ code: 'codeTooMany' })
  expect('retryAfterMs' in refused && refused.retryAfterMs).toBeLessThanOrEqual(100_000)
  await owner.rows(later, ['a@example.com', 100])
  expect(await flood()).toBe(1)
  expect(mails()).toHaveLength(6)
})

test('CODE-17 the addresses of one mailbox are one in that', async () => {
  const { deps, mails, browser } = await openAccountsForTest()
  const spellings = ['a.b@gmail.com', 'ab@gmail.com', 'AB+1@gmail.com', 'ab+2@googlemail.com']
  const ask = (n: number, own = browser()) =>
    sendCode(deps, { email: spellings[n % 4] ?? '', name: '' }, own)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  expect(mails()).toHaveLength(5)
  // And so they are to the browser that asks.
  const own = browser('192.0.2.1')
  expect(await ask(0, own)).toMatchObject({ ok: true })
  expect(await ask(1, own)).toMatchObject({ code: 'codeTooSoon' })
})

test('CODE-18 strangers slow a browser down that comes new, and lock it out neither there nor where it has a code', async () => {
  const { deps, owner, browser } = await openAccountsForTest()
  const ask = (own = browser()) => sendCode(deps, { email: 'a@example.com', name: '' }, own)
  const own = browser('192.0.2.1')
  expect(await ask(own)).toMatchObject({ ok: true })
  await owner.rows(later, ['a@example.com', 61])
  for (let network = 2; network < 5; network += 1)
    for (let n = 0; n < 5; n += 1) await ask(browser(`192.0.2.${network}`))
  expect(await ask(own)).toMatchObject({ ok: true })
  const late = browser('192.0.2.9')
  const refused = await ask(late)
  expect(refused).toMatchObject({ code: 'codeTooMany' })
  expect('retryAfterMs' in refused && refused.retryAfterMs).toBeLessThanOrEqual(180_000)
  await owner.rows(later, ['a@example.com', 180])
  expect(await ask(late)).toMatchObject({ ok: true })
})

test('a network alone never makes a browser of another wait', async () => {
  const { deps, owner, browser } = await openAccountsForTest()
  const ask = (ip: string) => sendCode(deps, { email: 'a@example.com', name: '' }, browser(ip))
  let mailed = 0
  for (let minute = 0; minute < 60; minute += 1) {
    for (let n = 0; n < 6; n += 1) if ((await ask('192.0.2.1')).ok) mailed += 1
    await owner.rows(later, ['a@example.com', 59])
  }
  expect(mailed).toBeLessThanOrEqual(11)
  expect(await ask('192.0.2.2')).toMatchObject({ ok: true })
})

test('CODE-10 of requests of a browser in the same moment one is sent', async () => {
  const { deps, mails, owner, browser } = await openAccountsForTest()
  const own = browser()
  const ask = () =>
    sendCode(deps, { email: 'a@example.com', name: '' }, { ...own, presession: own.presession })
  await sendCode(deps, { email: 'a@example.com', name: '' }, own)
  await owner.rows(later, ['a@example.com', 61])
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(mails()).toHaveLength(2)
})

test('the waits between codes can be lifted by the setting', async () => {
  const { deps, mails, browser } = await openAccountsForTest(false)
  for (let n = 0; n < 7; n += 1)
    expect(await sendCode(deps, { email: 'a@example.com', name: '' }, browser())).toMatchObject({
      ok: true,
    })
  expect(mails()).toHaveLength(7)
})

test('a code that could not be sent never was: the earlier one stays good, another can be asked for at once', async () => {
  const { deps, codeFor, owner, browser } = await openAccountsForTest()
  const own = browser()
  await sendCode(deps, { email: 'a@example.com', name: '' }, own)
  await owner.rows(later, ['a@example.com', 61])
  const cut = { ...deps, mailer: createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.c' }) }
  const other = { ...own, cookies: new Map(), presession: own.presession }
  other.setCookie = (kind, token) => void other.cookies.set(kind, token)
  await expect(sendCode(cut, { email: 'a@example.com', name: '' }, other)).rejects.toThrow(
    OutsideFailure,
  )
  expect(other.cookies.size).toBe(0)
  const code = codeFor('a@example.com')
  expect(await checkCode(deps, { email: 'a@example.com', code }, own)).toMatchObject({ ok: true })
  expect(await sendCode(deps, { email: 'a@example.com', name: '' }, other)).toMatchObject({
    ok: true,
  })
})

test('CODE-11 who has a /48 of IPv6 can ask for a thousand from all its networks', async () => {
  const { deps, browser, owner } = await openAccountsForTest()
  const ask = (ip: string) => sendCode(deps, { email: someone().email, name: '' }, browser(ip))
  expect(await ask('2001:db8:1:1::1')).toMatchObject({ ok: true })
  await owner.rows(
    sql`update platform.limits set points = points + 999 where key like 'code wide network:%'`,
  )
  expect(await ask('2001:db8:1:2::1')).toMatchObject({ code: 'tooMany' })
  expect(await ask('2001:db8:2:1::1')).toMatchObject({ ok: true })
})

test('CODE-11 one network can ask for a hundred codes an hour, for all addresses together', async () => {
  const { deps, browser } = await openAccountsForTest()
  const spent = await Promise.all(
    Array.from({ length: 100 }, () => deps.limits.codesOfNetwork.take('192.0.2.1')),
  )
  expect(spent.every((wait) => wait === null)).toBe(true)
  expect(
    await sendCode(deps, { email: 'a@example.com', name: '' }, browser('192.0.2.1')),
  ).toMatchObject({
    code: 'tooMany',
  })
  expect(
    await sendCode(deps, { email: 'a@example.com', name: '' }, browser('192.0.2.2')),
  ).toMatchObject({ ok: true })
})
