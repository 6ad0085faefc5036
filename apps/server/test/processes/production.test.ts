import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type MailCatcher, startMail } from '../../../local/src/mail/start-mail.ts'
import { type Statement, sql } from '../../src/platform/database/database.ts'
import {
  freshDatabase,
  freshDatabaseForTest,
  type TestDatabase,
} from '../database/fresh-database.ts'
import { setCatalogue } from '../players/player.ts'
import { seedKey } from '../seeds.ts'
import { type ServerProcess, startApiProcess } from './api-process.ts'

/**
 * The answers of the real API to a browser in production: behind https, without the parts of the
 * local default.
 */

let db: TestDatabase
let mail: MailCatcher
let api: ServerProcess

/** Public keys that receipts were signed with before. */
const oldKeys = ['a'.repeat(64), 'b'.repeat(64)]
const settings = { PUBLIC_URL: 'https://pipkin.example', NODE_ENV: 'production' }

beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  mail = await startMail()
  api = await startApiProcess({
    ...settings,
    DATABASE_URL: db.url,
    SMTP_URL: mail.smtpUrl,
    OLD_RECEIPT_KEYS: oldKeys.join(', '),
  })
})
afterAll(async () => {
  await api.close()
  await mail.stop()
  await db.close()
})

const get = (path: string, init: RequestInit = {}) => fetch(`${api.url}${path}`, init)

test.each([
  '/',
  '/wallet/of/the/app',
  '/verify.html',
  '/api/gameList',
  '/api/nothing',
  '/missing.js',
  '/healthz',
])('PROD-01 %s has every header that keeps a browser safe', async (path) => {
  const { headers } = await get(path)
  expect(Object.fromEntries(headers)).toMatchObject({
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('payment=()'),
  })
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  // Only pages have inline code, so only they carry its hashes.
  if (path.startsWith('/api/')) expect(policy).toContain("script-src 'self';")
  else expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+='/)
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('server')).toBeNull()
})

test('an address that cannot be decoded is one that is not there', async () => {
  const [mistyped, unknown] = await Promise.all([get('/50%-off?from=100%'), get('/no/such')])
  expect(mistyped.status).toBe(unknown.status)
  expect(await mistyped.text()).toBe(await unknown.text())
})

test.each([
  '/dev/mail',
  '/dev/inbox',
  '/dev/rpc',
  '/dev/faucet',
  '/api/docs/',
  '/assets/first.js.map',
  '/metrics.json',
])('PROD-02 %s of the local default is not there', async (path) => {
  for (const method of ['GET', 'POST']) {
    const response = await get(path, { method })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ Status: false })
  }
})

test('the keys from before are named beside the one of today', async () => {
  const { Data } = await (await get('/api/receiptKey')).json()
  expect(Data).toEqual({ publicKey: expect.stringMatching(/^[0-9a-f]{64}$/), older: oldKeys })
  const keys = [Data.publicKey, ...oldKeys].join(' ')
  expect(await (await get('/verify.html')).text()).toContain(`content="${keys}"`)
})

const askForCode = (headers: Record<string, string>) =>
  get('/api/accountVerification', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: 'meera@example.com', name: 'Meera', otp: '', regenerate: true }),
  })

test('PROD-03 a cookie is of this host and of https alone', async () => {
  const { headers } = await askForCode({
    'sec-fetch-site': 'same-origin',
    origin: 'https://pipkin.example',
  })
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-pre=[0-9a-f]{64}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
})

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://pipkin.example.evil' },
  { origin: 'http://pipkin.example' },
  { origin: 'null' },
])('PROD-04 a write from elsewhere (%o) is refused', async (headers) => {
  expect((await askForCode(headers)).status).toBe(403)
})

test('PROD-05 what must not be public does not start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-local-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, '.built-from'), 'sources')
  const complaint = (own: Record<string, string>) =>
    startApiProcess({ ...settings, DATABASE_URL: db.url, ...own }).then(
      () => 'it started',
      (error: Error) => error.message,
    )
  expect(await complaint({ WEB_DIR: folder })).toContain(
    'was built by "npm start", for one machine',
  )
  expect(await complaint({ PUBLIC_URL: 'http://pipkin.example' })).toContain(
    'must begin with https://',
  )
  expect(await complaint({ PIPKIN_RATE_LIMITS: 'off' })).toContain('is for one machine alone')
  expect(await complaint({ TRUST_PROXY: 'true' })).toContain('must name the proxies before the API')
  expect(await complaint({ RECEIPT_KEY: '0'.repeat(64) })).toContain('is a well-known key')
  for (const name of ['HOUSE_KEY', 'LOG_KEY', 'WORKER_DATABASE_URL'])
    expect(await complaint({ [name]: '7b'.repeat(32) })).toContain(
      `${name} is for the worker alone`,
    )
  await rm(folder, { recursive: true })
})

test('PROD-06 the API does not start with a login that may do more', async () => {
  const started = startApiProcess({ ...settings, DATABASE_URL: db.ownerUrl })
  await expect(started).rejects.toThrow('is more than in the role pipkin_app')
})

test('PROD-07 nor on a database of another version', async () => {
  const other = await freshDatabaseForTest()
  const complaint = (change: Statement) =>
    other.owner.rows(change).then(() =>
      startApiProcess({ ...settings, DATABASE_URL: other.url }).then(
        () => 'it started',
        (error: Error) => error.message,
      ),
    )
  expect(
    await complaint(sql`insert into public.migrations (name, run_on) values ('0999', now())`),
  ).toContain('has the migration 0999 of another version: start that version.')
  expect(
    await complaint(sql`delete from public.migrations where name in ('0999', '0040_audits')`),
  ).toContain('lacks the migration 0040_audits: run the migrations first')
  expect(await complaint(sql`drop table public.migrations`)).toContain('is empty: migrate it first')
})

test('PROD-07 a process under which another version migrates ends, and says why', async () => {
  const other = await freshDatabaseForTest()
  const old = await startApiProcess({ ...settings, DATABASE_URL: other.url })
  onTestFinished(() => old.close())
  await other.owner.rows(sql`insert into public.migrations (name, run_on) values ('0999', now())`)
  expect(await old.ended).toBe(1)
  expect(old.log()).toContain('has the migration 0999 of another version: start that version.')
})

test.each([
  ['worker', 'pipkin_worker'],
  ['desk', 'pipkin_operator'],
])('PROD-06 the %s does not start with the API’s login', async (part, role) => {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-part-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  const main = fileURLToPath(new URL(`../../src/${part}.ts`, import.meta.url))
  const started = promisify(execFile)(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: db.url,
      OPERATOR_DATABASE_URL: db.url,
      DESK_WEB_DIR: folder,
      DESK_PORT: '0',
      FACTOR_KEY: '7c'.repeat(32),
      RPC_URL: 'http://127.0.0.1:1',
      CHAIN_ID: '1',
      TOKEN_ADDRESS: `0x${'a1'.repeat(20)}`,
      HOUSE_ADDRESS: `0x${'b2'.repeat(20)}`,
      HOUSE_KEY: '7b'.repeat(32),
      LOG_KEY: '7e'.repeat(32),
      SEED_KEY: seedKey,
      WATERMARK_FILE: join(folder, 'watermark'),
      PUBLIC_URL: 'https://pipkin.example',
    },
  })
  await expect(started).rejects.toThrow(`isn't in the role ${role}`)
})
