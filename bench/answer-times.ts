import { hash as digest, randomInt } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { system } from '../apps/server/src/platform/process/clock.ts'
import { createPasswords } from '../apps/server/src/players/passwords/passwords.ts'
import { type HttpClient, httpClient } from '../apps/server/test/calls/http-client.ts'
import { startApi } from './http/api-child.ts'
import { openBenchServer } from './http/bench-server.ts'
import { median } from './quantile.ts'
import { firstPlayer, makePlayers } from './sql/make-players.ts'

/**
 * Measures whether answer times reveal who has an account: `node bench/answer-times.ts [tries]
 * [call]`.
 *
 * Makes 500 tries by default of each call that takes a number or an address, over TCP to an API
 * process, with known and unknown ones in random order. Prints both medians, the chance that a
 * known one takes longer (50 % where nothing shows), and how often chance alone shows as much
 * (Mann-Whitney). Exits 1 where that is less than once in a thousand for any call.
 */

const tries = Number(process.argv[2] ?? 500)
const wanted = process.argv[3] ?? ''
const password = 'three small pots'
const say = (line: string) => process.stdout.write(`${line}\n`)

/** A person with or without an account. Each call asks about each once. */
interface Someone {
  readonly mobile: string
  readonly email: string
}
const known = (place: number): Someone => ({
  mobile: String(6_000_000_000 + place),
  email: `p${place}@example.com`,
})
const unknown = (place: number): Someone => ({
  mobile: String(7_000_000_000 + place),
  email: `q${place}@example.com`,
})

/** What a passkey of this player would answer, by its id, without a signature. */
function assertionOf({ mobile }: Someone) {
  const id = digest('sha256', mobile, 'buffer').toString('base64url')
  const data = { type: 'webauthn.get', challenge: 'a'.repeat(43), origin: url, crossOrigin: false }
  const clientDataJSON = Buffer.from(JSON.stringify(data)).toString('base64url')
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
  }
}

const server = await openBenchServer()
const database = await server.make('empty')
const owner = new pg.Pool({ connectionString: database.ownerUrl })
await makePlayers(owner, tries + 1)
// A passkey of each player, which is known by its id alone.
await owner.query(
  `insert into players.passkeys (credential_id, player_id, public_key, user_handle, counter, name)
   select sha256(convert_to(mobile, 'UTF8')), player_id, '', '', 0, '' from players.accounts`,
)
// An address without an account, which the browsers with a code have verified.
await owner.query(
  `insert into players.verified_addresses (presession_hash, email, verified_at)
   values (sha256(decode(repeat('ab', 32), 'hex')), 'new@example.com', 'infinity')`,
)
const hash = await createPasswords(system).hash(password)
await owner.query('update players.accounts set password_hash = $1', [hash])
const api = await startApi(database.appUrl, server.folder)
const url = `http://127.0.0.1:${api.port}`
let found = 0
try {
  // A browser that the account of the last player knows; and that player's session.
  const own = httpClient(url)
  const self = known(tries)
  await own.post('userLogin', { Mobile_No: self.mobile, Password: password })
  own.cookies.set('pre', 'ab'.repeat(32))
  const stranger = () => httpClient(url)
  const withCode = () => httpClient(url, new Map([['pre', 'ab'.repeat(32)]]))
  const knownDevice = () => httpClient(url, new Map([['dev', own.cookies.get('dev') ?? '']]))
  const signUp = (browser: HttpClient, form: object) =>
    browser.post('signUp', { Name: 'A', Password: password, ...form })
  const logIn = (browser: HttpClient, { mobile }: Someone) =>
    browser.post('userLogin', { Mobile_No: mobile, Password: 'a wrong guess' })

  const calls: readonly [string, (someone: Someone, isKnown: boolean) => Promise<unknown>][] = [
    ['log-in from a new browser', (someone) => logIn(stranger(), someone)],
    [
      'log-in from the browser that the account knows',
      (someone, isKnown) => logIn(knownDevice(), isKnown ? self : someone),
    ],
    ['forgotten password', ({ email }) => stranger().post('forgotPassword', { email })],
    [
      'code for an address',
      ({ email }) =>
        stranger().post('accountVerification', { email, name: 'A', otp: '', regenerate: true }),
    ],
    [
      'wrong code for an address',
      ({ email }) => withCode().post('accountVerification', { email, name: 'A', otp: '1234' }),
    ],
    [
      'sign-up without a verified address',
      ({ email, mobile }) => signUp(withCode(), { Mobile_No: mobile, Email_Id: email }),
    ],
    [
      // Without the unknown invite code, the answer itself says that the number is taken.
      'sign-up behind a verified address',
      ({ mobile }) =>
        signUp(withCode(), {
          Mobile_No: mobile,
          Email_Id: 'new@example.com',
          Invite_Code: 'ABCDEFGH',
        }),
    ],
    [
      'passkey that was not asked for',
      (someone) => stranger().post('secondFactor', { assertion: assertionOf(someone) }),
    ],
    [
      "visitor's message to support",
      ({ email }) => stranger().post('supportVisitor', { Email_Id: email, text: 'Hello' }),
    ],
    [
      "another's address in one's profile",
      ({ email }) =>
        own.put(`updateProfile?id=${firstPlayer + tries}`, { Name: 'A', Email_Id: email }),
    ],
  ]
  say(`${tries} tries of each; ms`)
  const asked = calls.filter(([name]) => name.includes(wanted))
  for (const [name, call] of asked) report(name, await timesOf(call))
  const withFactor = 'log-in to an account with a second factor'
  if (withFactor.includes(wanted)) {
    await owner.query('update players.accounts set has_totp = true')
    report(withFactor, await timesOf((someone) => logIn(stranger(), someone)))
  }
} finally {
  await owner.end()
  await api.stop()
  await server.close()
}
process.exitCode = found > 0 ? 1 : 0

interface Times {
  readonly known: number[]
  readonly unknown: number[]
}

/** How long each try took, in ms. In a random order: what a try leaves behind falls on both. */
async function timesOf(
  call: (someone: Someone, isKnown: boolean) => Promise<unknown>,
): Promise<Times> {
  const times: Times = { known: [], unknown: [] }
  const order = Array.from({ length: 2 * tries }, (_, n) => n)
  for (let n = order.length - 1; n > 0; n -= 1) {
    const other = randomInt(n + 1)
    ;[order[n], order[other]] = [order[other] ?? 0, order[n] ?? 0]
  }
  for (let n = 0; n < 20; n += 1) await call(unknown(1_000_000 + n), false)
  for (const n of order) {
    const isKnown = n < tries
    const someone = isKnown ? known(n) : unknown(n)
    const began = performance.now()
    await call(someone, isKnown)
    times[isKnown ? 'known' : 'unknown'].push(performance.now() - began)
  }
  return times
}

function report(name: string, times: Times): void {
  const middle = (list: readonly number[]) => median(list).toFixed(2)
  const { share, chance } = compare(times)
  if (chance < 0.001) found += 1
  say(
    `${name}: known ${middle(times.known)}, unknown ${middle(times.unknown)}; ` +
      `known longer in ${(100 * share).toFixed(1)} %, by chance ${chance.toFixed(3)}`,
  )
}

/** The Mann-Whitney test of two samples, with the normal approximation. */
function compare({ known, unknown }: Times): { readonly share: number; readonly chance: number } {
  const ranked = [
    ...known.map((ms) => ({ ms, isKnown: true })),
    ...unknown.map((ms) => ({ ms, isKnown: false })),
  ].toSorted((a, b) => a.ms - b.ms)
  const [n, m] = [known.length, unknown.length]
  const ranks = ranked.reduce((sum, { isKnown }, place) => sum + (isKnown ? place + 1 : 0), 0)
  const u = ranks - (n * (n + 1)) / 2
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return { share: u / (n * m), chance: 2 * (1 - normal(Math.abs(z))) }
}

/** The share of a normal distribution below z >= 0 (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
