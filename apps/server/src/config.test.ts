import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  checkConfigs,
  type Environment,
  knownSettings,
  readApiConfig,
  readDeskConfig,
  readWorkerConfig,
} from './config.ts'

const common = {
  SEED_KEY: '8e'.repeat(32),
  DATABASE_URL: 'postgres://pipkin@localhost/pipkin',
  WATERMARK_FILE: '/var/lib/pipkin-watermark/watermark',
  RPC_URL: 'https://node.example/v2/the-key-of-a-provider',
  CHAIN_ID: '1',
  TOKEN_ADDRESS: `0x${'a1'.repeat(20)}`,
  HOUSE_ADDRESS: `0x${'b2'.repeat(20)}`,
  PUBLIC_URL: 'https://pipkin.example',
}
const api = {
  ...common,
  PUBLIC_RPC_URL: 'https://rpc.example/',
  RECEIPT_KEY: '7c'.repeat(32),
  FACTOR_KEY: '7d'.repeat(32),
  SMTP_URL: 'smtp://localhost',
}

const wrong = (read: () => unknown): string[] => {
  try {
    read()
    return []
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
}

const faultsOf = (more: Environment) => wrong(() => readApiConfig({ ...api, ...more }))

test.each([
  [undefined, false],
  ['', false],
  ['false', false],
  ['loopback', 'loopback'],
  ['10.0.0.7', '10.0.0.7'],
  ['10.0.0.0/8, 2001:db8::/32,loopback', '10.0.0.0/8, 2001:db8::/32,loopback'],
])('TRUST_PROXY=%s trusts %s', (TRUST_PROXY, trusted) => {
  expect(readApiConfig({ ...api, TRUST_PROXY }).trustProxy).toBe(trusted)
})

// A number of hops would be taken for the address 0.0.0.1, and a range of no bits is everyone.
test.each([
  'true',
  'TRUE',
  '1',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.7,',
  'nginx',
])('TRUST_PROXY=%s does not start', (TRUST_PROXY) => {
  expect(faultsOf({ TRUST_PROXY })).toEqual([
    expect.stringMatching(/^TRUST_PROXY must name the proxies before the API, as "loopback" or /),
  ])
})

test('browsers learn of the node that is named for them, and never of the server’s own', () => {
  expect(readApiConfig(api).chain.publicRpcUrl).toBe('https://rpc.example/')
  expect(faultsOf({ PUBLIC_RPC_URL: undefined })).toEqual([
    expect.stringMatching(/^PUBLIC_RPC_URL is not set/),
  ])
})

test('an address for browsers has no name and password in it, a site’s no path, and no fault shows them', () => {
  const wrongAddress = 'https://me:the-key@node.example/'
  expect(
    faultsOf({
      PUBLIC_URL: 'https://pipkin.example/play',
      PUBLIC_RPC_URL: wrongAddress,
      EXPLORER_URL: 'scan.example',
    }),
  ).toEqual([
    'PUBLIC_URL must be http:// or https:// and a host, without a path, a name and a password.',
    'PUBLIC_RPC_URL must be an address that begins with http:// or https://, without a name and password.',
    'EXPLORER_URL must be an address that begins with http:// or https://, without a name and password.',
  ])
  expect(faultsOf({ PUBLIC_URL: wrongAddress })[0]).toMatch(
    /^PUBLIC_URL must be .* and a password\.$/,
  )
  expect(wrong(() => readDeskConfig({ PLAYERS_URL: wrongAddress }))).toContain(
    'PLAYERS_URL must be http:// or https:// and a host, without a path, a name and a password.',
  )
})

test.each([
  'no-reply@localhost',
  'Pipkin <no-reply@pipkin.example>',
  '"Pipkin, Ltd." <no-reply@pipkin.example>',
  'Pots für alle <a.b+c@d-e.example>',
])('mail is sent from %s', (MAIL_FROM) => {
  expect(readApiConfig({ ...api, MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
})

test.each([
  'abc',
  'Pipkin <abc>',
  'Pipkin, Ltd. <a@b.example>',
  'a@b.example, c@d.example',
  'Pipkin <a@b.example',
  'Pipkin a@b.example',
  'a@b.example\nBcc: c@d.example',
])('MAIL_FROM=%j does not start', (MAIL_FROM) => {
  expect(faultsOf({ MAIL_FROM })[0]).toMatch(/^MAIL_FROM must be a mail address, alone or as /)
})

test('the worker, which speaks to no browser, starts without it', () => {
  expect(
    readWorkerConfig({ ...common, HOUSE_KEY: '7b'.repeat(32), LOG_KEY: '7e'.repeat(32) }).chain,
  ).not.toHaveProperty('publicRpcUrl')
})

test('all settings that are missing or wrong are named at once, a line each', () => {
  expect(faultsOf({ CHAIN_ID: undefined, PORT: '70000', APP_TIMEZONE: 'IST' })).toEqual([
    'CHAIN_ID is not set: give it in the environment (docs/operations.md lists every setting).',
    'PORT must be a whole number from 0 to 65535, but is "70000".',
    'APP_TIMEZONE must be the name of a time zone, such as Asia/Kolkata, or UTC, but is "IST".',
  ])
})

test('the settings of API and worker are checked together, and each fault is named once', () => {
  expect(
    wrong(() => checkConfigs({ ...api, CHAIN_ID: '', HOUSE_KEY: '7b', LOG_KEY: '7e'.repeat(32) })),
  ).toEqual([
    expect.stringMatching(/^CHAIN_ID is not set/),
    'HOUSE_KEY must be 32 bytes in hex (64 digits).',
  ])
  expect(
    wrong(() => checkConfigs({ ...api, HOUSE_KEY: '7b'.repeat(32), LOG_KEY: '7e'.repeat(32) })),
  ).toEqual([])
})

test('a fault never shows a secret, nor an address that may hold one', () => {
  const lines = wrong(() =>
    checkConfigs({
      ...api,
      RECEIPT_KEY: 'a-secret',
      FACTOR_KEY: 'a-secret',
      OTHER_FACTOR_KEYS: `${'7e'.repeat(32)},a-secret`,
      HOUSE_KEY: 'a-secret',
      LOG_KEY: 'a-secret',
      SEED_KEY: 'a-secret',
      OLD_SEED_KEYS: 'a-secret',
      RPC_URL: 'ftp://node.example/a-secret',
      SMTP_URL: 'https://user:a-secret@mail.example',
    }),
  )
  expect(lines).toHaveLength(9)
  expect(lines.join()).not.toContain('a-secret')
})

test('a login to the database is an address of PostgreSQL, and no fault shows it', () => {
  const socket = 'postgresql://pipkin@/pipkin?host=/run/postgresql'
  expect(readApiConfig({ ...api, DATABASE_URL: socket }).databaseUrl).toBe(socket)
  for (const wrong of ['pipkin', 'https://me:the-password@db.example/pipkin'])
    expect(faultsOf({ DATABASE_URL: wrong })).toEqual([
      'DATABASE_URL must be an address that begins with postgres://.',
    ])
})

test('a setting that is empty is as good as not set', () => {
  expect(readApiConfig({ ...api, PORT: '', METRICS_PORT: '', EXPLORER_URL: '' })).toMatchObject({
    port: 3000,
    metrics: null,
    chain: { explorerUrl: '' },
  })
  const own = { HOUSE_KEY: '7b'.repeat(32), LOG_KEY: '7e'.repeat(32) }
  expect(readWorkerConfig({ ...common, ...own, WORKER_DATABASE_URL: '' }).databaseUrl).toBe(
    common.DATABASE_URL,
  )
})

test('a fault of the worker’s login is named by its own setting', () => {
  const own = { HOUSE_KEY: '7b'.repeat(32), LOG_KEY: '7e'.repeat(32) }
  const read = (changed: Environment) => () => readWorkerConfig({ ...common, ...own, ...changed })
  expect(read({ WORKER_DATABASE_URL: 'nonsense' })).toThrow(/^WORKER_DATABASE_URL must/)
  expect(read({ DATABASE_URL: 'nonsense' })).toThrow(/^DATABASE_URL must/)
})

test('a profile with amounts needs to know what one fkr is worth in their currency', () => {
  expect(faultsOf({ PLAY_PROFILE: 'fr', FKR_IS: '1 pot' })).toEqual([
    'PLAY_PROFILE must be one of standard, uk, de, se, on, nl, mt, but is "fr".',
    'FKR_IS must be an amount and an ISO currency, such as "0.01 EUR", but is "1 pot".',
  ])
  expect(faultsOf({ PLAY_PROFILE: 'nl', FKR_IS: '0.01 GBP' })).toEqual([
    'FKR_IS must say what one fkr is worth in EUR, such as "0.01 EUR", since the profile nl has amounts in it.',
  ])
})

test('a register is an address without a password, no fault shows it, and some profiles need one', () => {
  expect(faultsOf({ PLAY_PROFILE: 'se' })).toEqual([
    'REGISTER_URL must be set, since the profile se needs a register of excluded players.',
  ])
  const REGISTER_URL = 'https://register.example/ask?key=the-key'
  expect(readApiConfig({ ...api, PLAY_PROFILE: 'se', REGISTER_URL }).registerUrl).toBe(REGISTER_URL)
  expect(readApiConfig(api).registerUrl).toBeNull()
  for (const wrong of ['ftp://the-key', 'the-key', 'https://me:the-key@register.example/'])
    expect(faultsOf({ REGISTER_URL: wrong })).toEqual([
      'REGISTER_URL must be an address that begins with http:// or https://, without a name and password.',
    ])
})

test('help links are names with their addresses', () => {
  const HELP_LINKS = 'Gam Care https://www.gamcare.org.uk, OASIS https://a.example/b?c=d'
  expect(readApiConfig({ ...api, HELP_LINKS }).help).toEqual([
    { name: 'Gam Care', url: 'https://www.gamcare.org.uk' },
    { name: 'OASIS', url: 'https://a.example/b?c=d' },
  ])
  expect(faultsOf({ HELP_LINKS: 'GamCare, javascript:alert(1)' })).toEqual([
    expect.stringMatching(/^HELP_LINKS must be names with their addresses/),
  ])
})

test('witnesses are keys with their addresses, and none is left out unnoticed', () => {
  const key = 'witness.example+ed90d29d+BKOXzFnKxxISUyssCn5QVG1DGdpCSBkj7hwGYuyhN5KD'
  const worker = { ...common, HOUSE_KEY: '7b'.repeat(32), LOG_KEY: '7e'.repeat(32) }
  const read = (LOG_WITNESSES: string) => readWorkerConfig({ ...worker, LOG_WITNESSES })
  const urls = read(`${key} https://a.example, ${key}  http://b.example/w`).log.witnesses
  expect(urls.map(({ url }) => url)).toEqual(['https://a.example', 'http://b.example/w'])
  for (const value of [
    key,
    `${key} a.example:443`,
    `${key} https://a.example ${key} https://b.example`,
    `${key} https://a.example,`,
  ])
    expect(wrong(() => read(value))).toEqual([
      'LOG_WITNESSES must name the witnesses as "name+id+key https://address", with commas between them.',
    ])
})

test('money waits a day by default, and can be let go at once', () => {
  const hoursOf = (more: Record<string, string> = {}) => {
    const { holdMs, linkedForMs } = readApiConfig({ ...api, ...more })
    return [holdMs, linkedForMs].map((ms) => ms / 3_600_000)
  }
  expect(hoursOf()).toEqual([24, 24])
  expect(hoursOf({ HOLD_HOURS: '0' })).toEqual([0, 24])
  expect(hoursOf({ LINKED_FOR_HOURS: '0' })).toEqual([24, 0])
})

test('a level of the log that there is not stops the start with a sentence', () => {
  expect(readApiConfig({ ...api, LOG_LEVEL: 'debug' }).logLevel).toBe('debug')
  expect(faultsOf({ LOG_LEVEL: 'loud' })).toEqual([
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".',
  ])
})

test('a key that everyone can read in a standard stops the start', () => {
  const RECEIPT_KEY = '9D61B19DEFFD5A60BA844AF492EC2CC44449C5697B326919703BAC031CAE7F60'
  expect(faultsOf({ RECEIPT_KEY })[0]).toMatch(/^RECEIPT_KEY is a well-known key/)
})

test('the documents describe each setting as the code does', () => {
  const path = new URL('../../../docs/operations.md', import.meta.url)
  const plain = (text = '') => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
  const rows = Array.from(
    readFileSync(path, 'utf8').matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| (.*?) +\|$/gm),
    ([, name = '', means, first]) =>
      [name, { means: plain(means), default: plain(first) }] as const,
  )
  const described = new Map(rows)
  expect(described.size).toBe(rows.length)
  // The first stands in for DATABASE_URL in the worker; migrations alone read the second.
  for (const name of ['WORKER_DATABASE_URL', 'DATABASE_OWNER_URL'])
    expect(described.delete(name)).toBe(true)
  expect(Object.fromEntries(described)).toEqual(
    Object.fromEntries(
      Array.from(knownSettings, ([name, { means, default: first, isNeeded }]) => [
        name,
        { means, default: first ?? (isNeeded ? '–' : 'none') },
      ]),
    ),
  )
})
