import { beforeAll, expect, test } from 'vitest'
import {
  type Accounts,
  openAccounts,
  someone,
  type TestBrowser,
} from '../../../test/players/accounts.ts'
import { sql } from '../../platform/database/database.ts'
import type { AccountDeps } from '../account-deps.ts'
import { checkCode } from './check-code.ts'
import { sendCode } from './send-code.ts'

let accounts: Accounts
let deps: AccountDeps
beforeAll(async () => {
  // The five tries hold also where waits are lifted.
  accounts = await openAccounts(false)
  deps = accounts.deps
  return () => accounts.close()
})

interface Sent {
  readonly own: TestBrowser
  readonly email: string
  readonly code: string
  readonly wrong: string
}

async function codeSent(email = someone().email): Promise<Sent> {
  const own = accounts.browser()
  await sendCode(deps, { email, name: '' }, own)
  const code = accounts.codeFor(email)
  return { own, email, code, wrong: code === '0000' ? '0001' : '0000' }
}

const triesOf = async (email: string) => {
  const statement = sql`select tries from players.email_codes where email = $1`
  return (await accounts.owner.rows<{ tries: number }>(statement, [email]))[0]?.tries
}

const timesVerified = async (email: string) => {
  const statement = sql`select from players.verified_addresses where email = $1`
  return (await accounts.owner.rows(statement, [email])).length
}

/** The same browser at the same moment: what it is given later it doesn't have yet. */
const copyOf = (browser: TestBrowser): TestBrowser => ({
  ...browser,
  presession: browser.presession,
})

test('the right code makes the address the browser’s, under a new pre-session', async () => {
  const { own, email, code } = await codeSent()
  const before = own.cookies.get('presession')
  expect(await checkCode(deps, { email: email.toUpperCase(), code }, own)).toMatchObject({
    ok: true,
  })
  expect(own.cookies.get('presession')).not.toEqual(before)
  expect(await timesVerified(email)).toBe(1)
})

test('CODE-03 a code works once', async () => {
  const { own, email, code } = await codeSent()
  const copy = copyOf(own)
  await checkCode(deps, { email, code }, own)
  for (const browser of [own, copy])
    expect(await checkCode(deps, { email, code }, browser)).toMatchObject({ code: 'codeOver' })
})

test('CODE-01 five tries: the fifth still counts, the sixth does not', async () => {
  const { own, email, code, wrong } = await codeSent()
  const guess = (guessed: string) => checkCode(deps, { email, code: guessed }, own)
  for (let n = 0; n < 4; n += 1) expect(await guess(wrong)).toMatchObject({ code: 'codeWrong' })
  expect(await guess(wrong)).toMatchObject({ code: 'codeOver' })
  expect(await guess(code)).toMatchObject({ code: 'codeOver' })
  expect(await timesVerified(email)).toBe(0)

  const last = await codeSent()
  for (let n = 0; n < 4; n += 1)
    await checkCode(deps, { email: last.email, code: last.wrong }, last.own)
  expect(await checkCode(deps, last, last.own)).toMatchObject({ ok: true })
})

test('CODE-02 guesses in the same moment are five as well', async () => {
  const { own, email, code } = await codeSent()
  // The right one comes last, after 60 wrong ones.
  const wrong = Array.from({ length: 60 }, (_, n) =>
    String((Number(code) + 1 + n) % 10_000).padStart(4, '0'),
  )
  const guesses = [...wrong, code].map((guess) => checkCode(deps, { email, code: guess }, own))
  expect((await Promise.all(guesses)).filter(({ ok }) => ok)).toEqual([])
  expect(await triesOf(email)).toBe(5)
})

test('CODE-04 the right code many times in the same moment verifies once', async () => {
  const { own, email, code } = await codeSent()
  const copies = Array.from({ length: 5 }, () => copyOf(own))
  const answers = await Promise.all(copies.map((copy) => checkCode(deps, { email, code }, copy)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await timesVerified(email)).toBe(1)
})

test('CODE-07 the code of one browser is no use to another, and another’s guesses use up no tries', async () => {
  const { own, email, code } = await codeSent()
  const visitor = accounts.browser()
  expect(await checkCode(deps, { email, code }, visitor)).toMatchObject({ code: 'codeOver' })
  const stranger = await codeSent()
  for (let n = 0; n < 6; n += 1)
    expect(await checkCode(deps, { email, code }, stranger.own)).toMatchObject({
      code: 'codeOver',
    })
  expect(await checkCode(deps, { email, code }, own)).toMatchObject({ ok: true })
})

test('CODE-08 a code for one address verifies no other', async () => {
  const { own, code } = await codeSent()
  const { email } = someone()
  expect(await checkCode(deps, { email, code }, own)).toMatchObject({ code: 'codeOver' })
})

test.each([
  ['address', 'one@gmail.com', 'one@gmail.com'],
  ['mailbox', 'two@gmail.com', 't.wo+2@gmail.com'],
])(
  'CODE-06 a new code for the same %s ends the earlier one of its browser',
  async (_, email, again) => {
    const first = await codeSent(email)
    const before = copyOf(first.own)
    const codes: string[] = []
    for (let n = 0; n < 2; n += 1) {
      await sendCode(deps, { email: again, name: '' }, first.own)
      codes.push(accounts.codeFor(again))
    }
    expect(await checkCode(deps, first, before)).toMatchObject({ code: 'codeOver' })
    const last = { email: again, code: codes[1]! }
    expect(await checkCode(deps, last, first.own)).toMatchObject({ ok: true })
  },
)

test("CODE-16 a stranger's request ends no code that is on its way", async () => {
  const first = await codeSent()
  const second = await codeSent(first.email)
  const third = await codeSent(first.email)
  for (let n = 0; n < 6; n += 1)
    await checkCode(deps, { email: first.email, code: second.wrong }, second.own)
  expect(await checkCode(deps, first, first.own)).toMatchObject({ ok: true })
  expect(await checkCode(deps, third, third.own)).toMatchObject({ ok: true })
})

test('CODE-05 a code is good for ten minutes', async () => {
  const ago = sql`
    update players.email_codes set sent_at = now() - $2 * interval '1 second' where email = $1`
  const early = await codeSent()
  await accounts.owner.rows(ago, [early.email, 590])
  expect(await checkCode(deps, early, early.own)).toMatchObject({ ok: true })
  const late = await codeSent()
  await accounts.owner.rows(ago, [late.email, 601])
  expect(await checkCode(deps, late, late.own)).toMatchObject({ code: 'codeOver' })
})

test.each(['12', '12345', '١٢٣٤', '１２３４', ' 1234', '1234 ', '-123', '%', "' or 1=1 --"])(
  'CODE-15 %j is a wrong code',
  async (guess) => {
    const { own, email } = await codeSent()
    expect(await checkCode(deps, { email, code: guess }, own)).toMatchObject({ code: 'codeWrong' })
  },
)

test('without a code there is a sentence, and no try is used', async () => {
  const { own, email } = await codeSent()
  expect(await checkCode(deps, { email, code: '' }, own)).toMatchObject({ code: 'codeMissing' })
  expect(await triesOf(email)).toBe(0)
})

test('no code is right for an address that has an account', async () => {
  const { email } = await accounts.newPlayer()
  const own = accounts.browser()
  const sevens = { ...deps, surroundings: { ...deps.surroundings, randomInt: () => 7 } }
  await sendCode(sevens, { email, name: '' }, own)
  expect(await checkCode(deps, { email, code: '0007' }, own)).toMatchObject({ code: 'codeWrong' })
})
