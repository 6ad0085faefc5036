import { expect, test } from 'vitest'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  someone,
  type TestBrowser,
} from '../../../test/players/accounts.ts'
import { sql } from '../../platform/database/database.ts'
import { checkCode } from '../codes/check-code.ts'
import { sendCode } from '../codes/send-code.ts'
import { signUp } from './sign-up.ts'

/** A browser that has verified an address. */
async function verifiedFor(accounts: Accounts, email: string): Promise<TestBrowser> {
  const own = accounts.browser()
  await sendCode(accounts.deps, { email, name: '' }, own)
  await checkCode(accounts.deps, { email, code: accounts.codeFor(email) }, own)
  return own
}

const accountOf = sql`
  select a.*, w.deposit, e.epochs
  from players.accounts a left join ledger.wallets w using (player_id)
  left join (
    select player_id, count(*)::int as epochs from ledger.epochs group by player_id
  ) e using (player_id)
  where mobile = $1`

test('opens an account with wallets and seeds; asked again, it says that the address has one', async () => {
  const accounts = await openAccountsForTest()
  const form = someone({ name: '  Meera Nair ', email: 'Meera@Example.com' })
  const own = await verifiedFor(accounts, 'meera@example.com')
  // A browser that loses the answer keeps its cookie.
  const asksAgain = { ...own, presession: own.presession }
  const result = await signUp(accounts.deps, form, own)
  const [account] = await accounts.owner.rows(accountOf, [form.mobile])
  expect(account).toMatchObject({
    name: 'Meera Nair',
    email: 'meera@example.com',
    password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    invite_code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
    referrer_id: null,
    first_signed_in_at: null,
    deposit: 0n,
    epochs: 2,
  })
  expect(result).toMatchObject({ ok: true, answer: { player: account?.player_id } })
  expect(own.cookies.size).toBe(0)
  for (const repeat of [form, someone({ email: form.email })])
    expect(await signUp(accounts.deps, repeat, asksAgain)).toMatchObject({ code: 'emailTaken' })
})

test('SIGNUP-02 needs the address that this browser has verified, for 30 minutes', async () => {
  const accounts = await openAccountsForTest()
  const form = someone()
  const stranger = accounts.browser()
  expect(await signUp(accounts.deps, form, stranger)).toMatchObject({ code: 'emailNotVerified' })

  const own = await verifiedFor(accounts, form.email)
  const another = { ...form, email: 'another@example.com' }
  expect(await signUp(accounts.deps, another, own)).toMatchObject({ code: 'emailNotVerified' })
  expect(await signUp(accounts.deps, form, stranger)).toMatchObject({ code: 'emailNotVerified' })

  await accounts.owner.rows(
    sql`update players.verified_addresses set verified_at = verified_at - interval '1801 seconds'`,
  )
  expect(await signUp(accounts.deps, form, own)).toMatchObject({ code: 'emailNotVerified' })
})

test('a taken number, address or an unknown referral code is said, and the verified address stays for another try', async () => {
  const accounts = await openAccountsForTest(false)
  const form = someone()
  const own = await verifiedFor(accounts, form.email)
  const player = await accounts.newPlayer()
  expect(await signUp(accounts.deps, { ...form, mobile: player.mobile }, own)).toMatchObject({
    code: 'mobileTaken',
  })
  expect(await signUp(accounts.deps, { ...form, inviteCode: 'ABCDEFGH' }, own)).toMatchObject({
    code: 'unknownInviteCode',
  })
  expect(await signUp(accounts.deps, form, own)).toMatchObject({ ok: true })

  // Verified in two browsers before either signed up.
  const late = someone()
  const [first, second] = [
    await verifiedFor(accounts, late.email),
    await verifiedFor(accounts, late.email),
  ]
  expect(await signUp(accounts.deps, late, first)).toMatchObject({ ok: true })
  const other = someone({ email: late.email })
  expect(await signUp(accounts.deps, other, second)).toMatchObject({ code: 'emailTaken' })
})

test('an invite code names the referrer, in small letters too', async () => {
  const accounts = await openAccountsForTest(false)
  const referrer = await accounts.newPlayer()
  const [row] = await accounts.owner.rows<{ invite_code: string }>(accountOf, [referrer.mobile])
  const friend = await accounts.newPlayer({ inviteCode: ` ${row!.invite_code.toLowerCase()} ` })
  const [account] = await accounts.owner.rows(accountOf, [friend.mobile])
  expect(account).toMatchObject({ referrer_id: referrer.id })
})

test('RACE-23 sign-ups of the same moment open one account', async () => {
  const accounts = await openAccountsForTest(false)
  const form = someone()
  const own = await verifiedFor(accounts, form.email)
  const sameBrowser = await Promise.all(
    Array.from({ length: 8 }, () =>
      signUp(accounts.deps, form, { ...own, presession: own.presession }),
    ),
  )
  expect(sameBrowser.filter(({ ok }) => ok)).toHaveLength(1)

  const { mobile } = someone()
  const others = Array.from({ length: 8 }, () => someone({ mobile }))
  const browsers = await Promise.all(others.map(({ email }) => verifiedFor(accounts, email)))
  const sameNumber = await Promise.all(
    others.map((other, n) => signUp(accounts.deps, other, browsers[n]!)),
  )
  expect(sameNumber.filter(({ ok }) => ok)).toHaveLength(1)
  expect(sameNumber.filter((answer) => !answer.ok && answer.code === 'mobileTaken')).toHaveLength(7)
  const [count] = await accounts.owner.rows(
    sql`
      select (select count(*)::int from players.accounts) as accounts,
             (select count(*)::int from ledger.wallets) as wallets`,
  )
  expect(count).toEqual({ accounts: 2, wallets: 2 })
})

test('a random id or code that is taken is drawn again; a chance that is stuck is a bug', async () => {
  const accounts = await openAccountsForTest(false)
  const { id } = await accounts.newPlayer()
  const [form, other] = [someone(), someone()]
  const own = await verifiedFor(accounts, form.email)
  const draws = [id, ...Array<number>(8).fill(0), id, ...Array<number>(8).fill(1), 12_345_678]
  const randomInt = () => draws.shift() ?? 2
  const scripted = {
    ...accounts.deps,
    surroundings: { ...accounts.deps.surroundings, randomInt },
  }
  expect(await signUp(scripted, form, own)).toMatchObject({ answer: { player: 12_345_678 } })

  const another = await verifiedFor(accounts, other.email)
  const stuck = {
    ...accounts.deps,
    surroundings: {
      ...accounts.deps.surroundings,
      randomInt: (min: number) => (min === 0 ? 2 : id),
    },
  }
  await expect(signUp(stuck, other, another)).rejects.toThrow('ten random player ids')
})

const wrong: readonly [string, Partial<NewPlayer>, string][] = [
  ['no name', { name: ' ' }, 'Please enter your name'],
  [
    'digits of another script',
    { mobile: '९८७६५४३२१०' },
    'Please enter a valid 10-digit mobile number',
  ],
  ['eleven digits', { mobile: '98765432101' }, 'Please enter a valid 10-digit mobile number'],
  [
    'a number with a line break',
    { mobile: '9876543210\n' },
    'Please enter a valid 10-digit mobile number',
  ],
  ['a name with a line break', { name: 'Meera\r\nBcc: x' }, 'Please enter a valid name'],
  ['markup for a name', { name: '<b>Meera</b>' }, 'Please enter a valid name'],
  ['a name without end', { name: 'M'.repeat(61) }, 'Please enter a valid name'],
  ['three characters', { password: 'abc' }, 'Password must be between 4 and 20 characters.'],
  ['21 characters', { password: 'a'.repeat(21) }, 'Password must be between 4 and 20 characters.'],
  ['an address with a list', { email: 'a@b.cd,e@f.gh' }, 'Please enter a valid email address'],
]

test('refuses a wrong form with a sentence', async () => {
  const { deps, browser } = await openAccountsForTest()
  for (const [what, field, message] of wrong)
    expect(await signUp(deps, someone(field), browser()), what).toMatchObject({
      code: 'invalidForm',
      parts: { message },
    })
})

test('a name may be of any script', async () => {
  const { newPlayer } = await openAccountsForTest()
  for (const name of ['मीरा नायर', 'Zoë', 'Nguyễn Văn An', '李娜'])
    expect(await newPlayer({ name })).toMatchObject({ name })
})

test('SIGNUP-03 a network that has tried a hundred times in the hour is asked to wait before anything is hashed', async () => {
  const accounts = await openAccountsForTest()
  const form = someone()
  const own = await verifiedFor(accounts, form.email)
  await Promise.all(
    Array.from({ length: 100 }, () => accounts.deps.limits.signUpsOfNetwork.take('127.0.0.1')),
  )
  const deps = {
    ...accounts.deps,
    passwords: { ...accounts.deps.passwords, hash: () => Promise.reject(new Error('hashed')) },
  }
  expect(await signUp(deps, form, own)).toMatchObject({ code: 'tooMany' })
})

test('BUDGET-05 a mailbox has one account for all of its addresses, and the answer is that of a taken one', async () => {
  const accounts = await openAccountsForTest(false)
  await accounts.newPlayer({ email: 'meera.nair@gmail.com' })
  await accounts.newPlayer({ email: 'meera.nair@example.com' })
  const aliases = [
    'meera.nair@gmail.com',
    'MeeraNair@Gmail.com',
    'm.e.e.r.a.nair+games@googlemail.com',
    'meeranair+1+2@gmail.com',
    'meera.nair+bonus@example.com',
    'Meera.Nair@EXAMPLE.com',
  ]
  for (const email of aliases) {
    // No code is sent: a mail says that the address has an account, like a taken one.
    const own = accounts.browser()
    expect(await sendCode(accounts.deps, { email, name: '' }, own)).toMatchObject({ ok: true })
    expect(accounts.mails()[0]?.text).not.toMatch(/\b\d{4}\b/)
    // This holds also for an address that was verified before the account was opened.
    await accounts.owner.rows(
      sql`insert into players.verified_addresses (presession_hash, email) values ($1, $2)`,
      [own.presession, email.toLowerCase()],
    )
    expect(await signUp(accounts.deps, someone({ email }), own)).toEqual(
      expect.objectContaining({ ok: false, code: 'emailTaken' }),
    )
  }
  // At other mail servers a dot makes another mailbox, as does another host.
  for (const email of ['meeranair@example.com', 'meera.nair@example.org'])
    expect(await accounts.newPlayer({ email })).toMatchObject({ email })
})

test('of two addresses of a mailbox that sign up at once, one opens an account', async () => {
  const accounts = await openAccountsForTest(false)
  const two = ['ravi.k@gmail.com', 'ravik+2@gmail.com']
  const browsers = await Promise.all(two.map((email) => verifiedFor(accounts, email)))
  const results = await Promise.all(
    two.map((email, i) => signUp(accounts.deps, someone({ email }), browsers[i]!)),
  )
  expect(results.map((result) => (result.ok ? 'ok' : result.code)).sort()).toEqual([
    'emailTaken',
    'ok',
  ])
})

/** A browser in a network, with an address that it has verified. */
async function verifiedIn(accounts: Accounts, ip: string, email = someone().email) {
  const own = { ...(await verifiedFor(accounts, email)), ip }
  return (mobile: string) => signUp(accounts.deps, someone({ email, mobile }), own)
}

/** How many of many numbers a browser is shown to be taken. */
async function countShown(accounts: Accounts, ip: string, mobiles: readonly string[]) {
  const ask = await verifiedIn(accounts, ip)
  const answers = await Promise.all(mobiles.map(ask))
  return answers.filter((answer) => !answer.ok && answer.code === 'mobileTaken').length
}

test('one verified address is shown five taken numbers an hour, and then learns of none', async () => {
  const accounts = await openAccountsForTest()
  const { mobile } = await accounts.newPlayer()
  const ask = await verifiedIn(accounts, '192.0.2.1')
  for (let n = 0; n < 5; n += 1) expect(await ask(mobile)).toMatchObject({ code: 'mobileTaken' })
  const known = await ask(mobile)
  const unknown = await ask(someone().mobile)
  expect(known).toMatchObject({ ok: false, code: 'tooMany' })
  expect({ ...unknown, retryAfterMs: 0 }).toEqual({ ...known, retryAfterMs: 0 })
})

test('SIGNUP-07 a network is shown ten taken numbers an hour, and a customer with many networks thirty', async () => {
  const accounts = await openAccountsForTest()
  const { mobile } = await accounts.newPlayer()
  const six = Array<string>(6).fill(mobile)
  const shown = async (ips: readonly string[]) => {
    let all = 0
    for (const ip of ips) all += await countShown(accounts, ip, six)
    return all
  }
  expect(await shown(['192.0.2.1', '192.0.2.1', '192.0.2.1'])).toBe(10)
  const prefixes = Array.from({ length: 8 }, (_, n) => `2001:db8:1:${n}::1`)
  expect(await shown(prefixes)).toBe(30)
  // The others go on.
  expect(await shown(['2001:db8:2::1'])).toBe(5)
})

test('a number that is free counts for nothing, and its owner gets the account', async () => {
  const accounts = await openAccountsForTest()
  for (let n = 0; n < 12; n += 1) {
    const ask = await verifiedIn(accounts, '192.0.2.1')
    expect(await ask(someone().mobile)).toMatchObject({ ok: true })
  }
})

test('SIGNUP-08 where all together were shown a hundred taken numbers, sign-ups take turns', async () => {
  const accounts = await openAccountsForTest()
  const { mobile } = await accounts.newPlayer()
  const { takenInAll, signUpTurns } = accounts.deps.limits
  await Promise.all(Array.from({ length: 100 }, () => takenInAll.take('all')))
  const stranger = await verifiedIn(accounts, '192.0.2.1')
  const owner = await verifiedIn(accounts, '192.0.2.2')
  expect(await stranger(mobile)).toMatchObject({ code: 'mobileTaken' })
  const refused = await owner(someone().mobile)
  expect(refused).toMatchObject({ code: 'tooMany' })
  expect('retryAfterMs' in refused && refused.retryAfterMs).toBeLessThanOrEqual(5_000)
  await signUpTurns.forget('all')
  expect(await owner(someone().mobile)).toMatchObject({ ok: true })
})

test('an unknown referral code is refused before the number is looked at', async () => {
  const accounts = await openAccountsForTest()
  const { mobile } = await accounts.newPlayer()
  const { email } = someone()
  const own = await verifiedFor(accounts, email)
  const ask = (number: string) =>
    signUp(accounts.deps, someone({ email, mobile: number, inviteCode: 'ABCDEFGH' }), own)
  const known = await ask(mobile)
  expect(known).toMatchObject({ code: 'unknownInviteCode' })
  expect(await ask(someone().mobile)).toEqual(known)
})
