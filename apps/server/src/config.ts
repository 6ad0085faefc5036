import {
  type FkrIs,
  type PlayProfile,
  type PlayRules,
  playProfiles,
  playRulesOf,
  readFkrIs,
} from '@pipkin/contract/schemas'
import { isKeyName, parseVerifier, type Verifier } from '@pipkin/log'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { currentZone } from './platform/database/zone-name.ts'
import type { MetricsAddress } from './platform/metrics/serve-metrics.ts'
import { CannotStart } from './platform/process/cannot-start.ts'

/**
 * Settings that are missing or wrong. The message has a line for each of them, by its name, and
 * never shows a secret's value.
 */
export class ConfigError extends CannotStart {
  override name = 'ConfigError'
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The chain as the cashier knows it. */
export interface ChainConfig {
  readonly rpcUrl: string
  readonly chainId: number
  readonly token: `0x${string}`
  readonly house: `0x${string}`
  /** Blocks from a chain transaction's own to the head before it counts. */
  readonly confirmations: number
}

/** The chain as the API shows it to browsers. */
export interface ShownChain extends ChainConfig {
  /**
   * Where the browser finds the chain. It never defaults to the server's own address of the chain,
   * which may hold a provider's key.
   */
  readonly publicRpcUrl: string
  /** '' where there is none. */
  readonly explorerUrl: string
}

interface CommonConfig {
  readonly databaseUrl: string
  /** Where it is remembered how far the database is: outside it and its backups. */
  readonly watermarkFile: string
  readonly chain: ChainConfig
  readonly publicUrl: URL
  readonly logLevel: string
  /** Where `/metrics` is served; null turns it off. */
  readonly metrics: MetricsAddress | null
  readonly session: SessionLife
  /** The 32-byte secret that the seeds of new epochs are mixed with, and those of before it. */
  readonly seedKey: Buffer
  readonly oldSeedKeys: readonly Buffer[]
}

export interface ApiConfig extends CommonConfig {
  readonly chain: ShownChain
  readonly host: string
  readonly port: number
  /** The proxies whose `X-Forwarded-For` counts, as Fastify takes them; false trusts none. */
  readonly trustProxy: string | false
  readonly smtpUrl: string
  readonly mailFrom: string
  /** The 32-byte secret that receipts are signed with. */
  readonly receiptKey: Buffer
  /** The public keys from before it, hex, newest first. */
  readonly oldReceiptKeys: readonly string[]
  /** The 32-byte secret that keeps what is stored of second factors. */
  readonly factorKey: Buffer
  /** Secrets that are read besides it: the one before, or the one to come. */
  readonly otherFactorKeys: readonly Buffer[]
  /** False lifts every rate limit, for one machine's own tests alone. */
  readonly limits: boolean
  /** How long a wallet must have been linked before it is paid to. */
  readonly linkedForMs: number
  /** How long no money leaves an account whose password was reset. */
  readonly holdMs: number
  /** Where pictures are kept, for all API processes together. */
  readonly uploadsDir: string
  /** The time zone of a player who names none. */
  readonly timeZone: string
  /** What the law of the place asks for safer play. */
  readonly profile: PlayRules
  /** Where the register of excluded players is asked; null where none is. It may hold a key. */
  readonly registerUrl: string | null
  /** Where players find help, as the operator says. */
  readonly help: readonly HelpLink[]
  /** Where the built web app is; null means the build's own folder. */
  readonly webDirectory: string | null
}

/** A place where players find help. */
interface HelpLink {
  readonly name: string
  readonly url: string
}

/** When a session ends by itself. */
export interface SessionLife {
  /** A session ends after this time without a call. */
  readonly idleMs: number
  /** A session ends after this time in all. */
  readonly wholeMs: number
}

/** The back office's process. */
export interface DeskConfig {
  /** The players' site; null where it isn't known. */
  readonly playersUrl: URL | null
  /** A login in the role pipkin_operator. */
  readonly databaseUrl: string
  readonly factorKey: Buffer
  readonly host: string
  readonly port: number
  readonly trustProxy: string | false
  /** What an operator's browser sees; null means localhost with the port. */
  readonly publicUrl: URL | null
  readonly logLevel: string
  /** Where the built back office is; null means the build's own folder. */
  readonly webDirectory: string | null
}

export interface WorkerConfig extends CommonConfig {
  readonly houseKey: `0x${string}`
  readonly log: LogConfig
  /** How long the chain worker rests between two looks at the chain. */
  readonly pollMs: number
}

/** The log that anyone can check (`docs/transparency.md`). */
interface LogConfig {
  /** The name that it is signed with. */
  readonly name: string
  /** The 32-byte secret that it is signed with. */
  readonly key: Buffer
  readonly witnesses: readonly { readonly key: Verifier; readonly url: string }[]
}

/** Reads the API's settings. Throws `ConfigError`. */
export function readApiConfig(env: Environment): ApiConfig {
  const settings = read(apiSettings, env)
  const rules = playRulesOf(settings.PLAY_PROFILE, settings.FKR_IS)
  if (typeof rules === 'string') throw new ConfigError([`FKR_IS ${rules}`])
  if (rules.register === 'required' && settings.REGISTER_URL === null)
    throw new ConfigError([
      `REGISTER_URL must be set, since the profile ${rules.name} needs a register of excluded players.`,
    ])
  return {
    ...commonOf(settings),
    chain: {
      ...chainOf(settings),
      publicRpcUrl: settings.PUBLIC_RPC_URL,
      explorerUrl: settings.EXPLORER_URL,
    },
    metrics: metricsAt(settings, 'METRICS_PORT', settings.METRICS_PORT),
    host: settings.HOST,
    port: settings.PORT,
    trustProxy: settings.TRUST_PROXY,
    smtpUrl: settings.SMTP_URL.href,
    mailFrom: settings.MAIL_FROM,
    receiptKey: Buffer.from(settings.RECEIPT_KEY, 'hex'),
    factorKey: Buffer.from(settings.FACTOR_KEY, 'hex'),
    otherFactorKeys: settings.OTHER_FACTOR_KEYS.map((key) => Buffer.from(key, 'hex')),
    oldReceiptKeys: settings.OLD_RECEIPT_KEYS,
    limits: settings.PIPKIN_RATE_LIMITS !== 'off',
    linkedForMs: settings.LINKED_FOR_HOURS * 3_600_000,
    holdMs: settings.HOLD_HOURS * 3_600_000,
    uploadsDir: settings.UPLOADS_DIR,
    timeZone: settings.APP_TIMEZONE,
    profile: rules,
    registerUrl: settings.REGISTER_URL,
    help: settings.HELP_LINKS,
    webDirectory: settings.WEB_DIR,
  }
}

/** Reads the worker's settings. Throws `ConfigError`. */
export function readWorkerConfig(env: Environment): WorkerConfig {
  const settings = read(workerSettings, {
    ...env,
    DATABASE_URL: env.WORKER_DATABASE_URL ?? env.DATABASE_URL,
  })
  return {
    ...commonOf(settings),
    metrics: metricsAt(settings, 'WORKER_METRICS_PORT', settings.WORKER_METRICS_PORT),
    houseKey: `0x${settings.HOUSE_KEY}`,
    log: {
      name: settings.LOG_NAME ?? `${new URL(settings.PUBLIC_URL).host}/log`,
      key: Buffer.from(settings.LOG_KEY, 'hex'),
      witnesses: settings.LOG_WITNESSES,
    },
    pollMs: settings.CHAIN_POLL_MS,
  }
}

/** Reads the back office's settings. Throws `ConfigError`. */
export function readDeskConfig(env: Environment): DeskConfig {
  const settings = read(deskSettings, env)
  return {
    databaseUrl: settings.OPERATOR_DATABASE_URL,
    factorKey: Buffer.from(settings.FACTOR_KEY, 'hex'),
    host: settings.DESK_HOST,
    port: settings.DESK_PORT,
    trustProxy: settings.TRUST_PROXY,
    publicUrl: settings.DESK_URL === null ? null : new URL(settings.DESK_URL),
    playersUrl: settings.PLAYERS_URL === null ? null : new URL(settings.PLAYERS_URL),
    logLevel: settings.LOG_LEVEL,
    webDirectory: settings.DESK_WEB_DIR,
  }
}

/** Reads only the keys that seeds are mixed with. Throws `ConfigError`. */
export const readSeedKeys = (env: Environment): Pick<CommonConfig, 'seedKey' | 'oldSeedKeys'> =>
  seedKeysOf(read(commonSettings.pick({ SEED_KEY: true, OLD_SEED_KEYS: true }), env))

/** Reads only the API's port, and checks the back office's with it. Throws `ConfigError`. */
export const readPort = (env: Environment): number =>
  read(apiSettings.pick({ PORT: true }).extend(deskSettings.pick({ DESK_PORT: true }).shape), env)
    .PORT

/** Throws one `ConfigError` for the API's and the worker's settings together. */
export function checkConfigs(env: Environment): void {
  const lines = [readApiConfig, readWorkerConfig].flatMap((readConfig) => {
    try {
      readConfig(env)
      return []
    } catch (error) {
      if (error instanceof ConfigError) return error.lines
      throw error
    }
  })
  if (lines.length > 0) throw new ConfigError([...new Set(lines)])
}

type Fault = (what: string) => null

/**
 * A setting whose text `parse` reads; the name of the setting begins what `fault` reports. An empty
 * text counts as not set: then the setting is its `fallback`, or is reported where it has none.
 */
const setting = <T>(parse: (text: string, fault: Fault) => T | null, fallback?: T) =>
  z
    .string()
    .optional()
    .transform((given, context): T => {
      const fault: Fault = (what) => {
        context.addIssue(what)
        return null
      }
      if (given) return parse(given, fault) ?? z.NEVER
      if (fallback !== undefined) return fallback
      fault('is not set: give it in the environment (docs/operations.md lists every setting).')
      return z.NEVER
    })

const text = <T extends string | null = string>(fallback?: T) =>
  setting<string | T>((value) => value, fallback)

/** An address may hold a password or a provider's key, so a fault doesn't show it. */
const url = (...protocols: string[]) =>
  setting((value, fault) => {
    const parsed = URL.canParse(value) ? new URL(value) : null
    return parsed && protocols.includes(parsed.protocol)
      ? parsed
      : fault(`must be an address that begins with ${protocols.join('// or ')}//.`)
  })

const whole = <T extends number | null = number>(least: number, most: number, fallback?: T) =>
  setting<number | T>((value, fault) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most
      ? number
      : fault(`must be a whole number from ${least} to ${most}, but is "${value}".`)
  }, fallback)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const logLevel = setting(
  (value, fault) =>
    logLevels.includes(value)
      ? value
      : fault(`must be one of ${logLevels.join(', ')}, but is "${value}".`),
  'info',
)

const address = () =>
  setting<`0x${string}`>((value, fault) =>
    /^0x[0-9a-fA-F]{40}$/.test(value)
      ? `0x${value.slice(2)}`
      : fault(`must be an address of the chain (0x and 40 hex digits), but is "${value}".`),
  )

/**
 * The proxies before the API. Neither "all" nor a number of them: a proxy appends to what the
 * client wrote, so an API that trusts every hop lets each client choose its address, and with it
 * its limits.
 */
const proxies = setting<string | false>((value, fault) => {
  if (value === 'false') return false
  if (value.split(',').every((proxy) => isProxy(proxy.trim()))) return value
  return fault(
    `must name the proxies before the API, as "loopback" or addresses and CIDR ranges with commas between them, but is "${value}".`,
  )
}, false)

function isProxy(text: string): boolean {
  if (text === 'loopback' || ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text))
    return true
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(text) && !ipaddr.IPv6.isValidCIDR(text)) return false
  // A range of no bits is everyone.
  return ipaddr.parseCIDR(text)[1] > 0
}

/**
 * An IANA name in the form that every PostgreSQL knows. Otherwise each call of a player who names
 * no zone would be refused. Unlike other settings, an empty text is refused too.
 */
const timeZone = z
  .string()
  .default('UTC')
  .transform((value, context): string => {
    const zone = currentZone(value)
    if (zone !== null) return zone
    context.addIssue(
      `must be the name of a time zone, such as Asia/Kolkata, or UTC, but is "${value}".`,
    )
    return z.NEVER
  })

/** The name of a profile of safer play. */
const profile = z
  .string()
  .optional()
  .transform((value, context): PlayProfile => {
    const found = playProfiles.get(value || 'standard')
    if (found) return found
    context.addIssue(`must be one of ${[...playProfiles.keys()].join(', ')}, but is "${value}".`)
    return z.NEVER
  })

/** What one fkr is worth, in the currency of the profile's amounts. */
const fkrIs = setting<FkrIs | null>(
  (value, fault) =>
    readFkrIs(value) ??
    fault(`must be an amount and an ISO currency, such as "0.01 EUR", but is "${value}".`),
  null,
)

/**
 * An address that a browser, or `fetch`, is given: both refuse a name and password in it. It may
 * hold a key, so a fault doesn't show it.
 */
const webAddress = <T extends string | null = string>(fallback?: T) =>
  setting<string | T>((value, fault) => {
    const parsed = URL.canParse(value) ? new URL(value) : null
    return parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password
      ? parsed.href
      : fault(
          'must be an address that begins with http:// or https://, without a name and password.',
        )
  }, fallback)

const mailAddress = String.raw`[^\s<>@,;:"]+@[^\s<>@,;:"]+`
const senderShape = new RegExp(
  String.raw`^(?:("[^"\p{Cc}]*"|[^"<>@,;:\p{Cc}]*) <${mailAddress}>|${mailAddress})$`,
  'u',
)

/** One address, by itself or after a name; the mail server would refuse each mail otherwise. */
const sender = setting<string>(
  (value, fault) =>
    senderShape.test(value)
      ? value
      : fault(
          `must be a mail address, alone or as "Pipkin <no-reply@pipkin.example>", but is "${value}".`,
        ),
  'Pipkin <no-reply@localhost>',
)

/** `Name https://…`, with commas between them. */
const helpLinks = setting<readonly HelpLink[]>((value, fault) => {
  const links = value.split(',').flatMap((part) => {
    const [, name, url] = /^\s*(\S.*?)\s+(https?:\/\/\S+)\s*$/.exec(part) ?? []
    return name !== undefined && url !== undefined && URL.canParse(url) ? [{ name, url }] : [null]
  })
  const whole = links.filter((link) => link !== null)
  return whole.length === links.length
    ? whole
    : fault(
        'must be names with their addresses, such as "GamCare https://www.gamcare.org.uk", with commas between them.',
      )
}, [])

/** 32 bytes in hex each, with commas between them. */
const publicKeys = setting<readonly string[]>((value, fault) => {
  const keys = value
    .toLowerCase()
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  return keys.every((key) => /^[0-9a-f]{64}$/.test(key))
    ? keys
    : fault('must be public keys of 32 bytes in hex, with commas between them.')
}, [])

/** The name of a key that signs notes. */
const keyName = setting<string | null>(
  (value, fault) =>
    isKeyName(value)
      ? value
      : fault(`must be a name without spaces and plus signs, but is "${value}".`),
  null,
)

/** A key and an address each, with commas between them. */
const witnesses = setting<LogConfig['witnesses']>((value, fault) => {
  const read = value.split(',').map((witness) => {
    const [, key = '', url = ''] = /^(\S+)\s+(https?:\S+)$/.exec(witness.trim()) ?? []
    const verifier = parseVerifier(key)
    return verifier?.type === 'cosignature' && URL.canParse(url) ? { key: verifier, url } : null
  })
  return read.every((witness) => witness !== null)
    ? read
    : fault('must name the witnesses as "name+id+key https://address", with commas between them.')
}, [])

/** Marks a setting whose value is never shown: a secret, or an address that may hold one. */
const isSecret = { isSecret: true }

/** 32 bytes in hex, with or without 0x. No fault shows the value. */
const secret = setting((value, fault) => {
  const digits = value.replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) return fault('must be 32 bytes in hex (64 digits).')
  return wellKnown.has(digits.toLowerCase())
    ? fault('is a well-known key: make one of your own.')
    : digits
}).meta(isSecret)

/** Secrets with commas between them. No fault shows one. */
const secrets = setting<readonly string[]>((value, fault) => {
  const keys = value.split(',').map((key) => secret.safeParse(key.trim()))
  return keys.every(({ success }) => success)
    ? keys.flatMap(({ data }) => data ?? [])
    : fault('must be keys of 32 bytes in hex, with commas between them.')
}, []).meta(isSecret)

/**
 * Keys that everyone has: all zeros and ones, the first accounts of the test chains' standard
 * phrase, and the first examples of RFC 8032 (Ed25519).
 */
const wellKnown = new Set([
  '0'.repeat(64),
  'f'.repeat(64),
  `${'0'.repeat(63)}1`,
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
  'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
])

/** Each setting's description is also in docs/operations.md, which a test compares. */
const commonSettings = z.object({
  DATABASE_URL: text().meta(isSecret).describe("the API's login"),
  WATERMARK_FILE: text().describe('where a process remembers how far the database is'),
  RPC_URL: url('http:', 'https:').meta(isSecret).describe("the chain's node"),
  CHAIN_ID: whole(1, Number.MAX_SAFE_INTEGER).describe("the chain's number"),
  TOKEN_ADDRESS: address().describe('the ERC-20 token'),
  HOUSE_ADDRESS: address().describe('the hot wallet'),
  CONFIRMATIONS: whole(1, 1_000, 12).describe(
    'blocks that must include or follow a chain transaction',
  ),
  PUBLIC_URL: webAddress().describe('what the browser sees; must be https'),
  LOG_LEVEL: logLevel.describe('of the JSON lines on standard error'),
  METRICS_HOST: text('127.0.0.1').describe('the address of both /metrics'),
  SESSION_IDLE_MINUTES: whole(1, 43_200, 120).describe('when a session ends that is not used'),
  SESSION_DAYS: whole(1, 365, 7).describe('when a session ends in any case'),
  SEED_KEY: secret.describe(
    "mixed into new epochs' seeds (32 bytes, hex), for API, worker and audit",
  ),
  OLD_SEED_KEYS: secrets.describe('keys that seeds of earlier epochs were mixed with, with commas'),
})

const apiSettings = commonSettings.extend({
  PUBLIC_RPC_URL: webAddress().describe(
    "the chain's node for players' browsers; never a URL with a key",
  ),
  EXPLORER_URL: webAddress('').describe("the chain's explorer for players' browsers"),
  METRICS_PORT: whole(0, 65_535, null).describe('where the API serves /metrics, if at all'),
  HOST: text('0.0.0.0').describe('the address on which the API listens'),
  PORT: whole(0, 65_535, 3000).describe('the port on which the API listens'),
  TRUST_PROXY: proxies.describe(
    'the proxies before the API: loopback, addresses, CIDR ranges; commas',
  ),
  SMTP_URL: url('smtp:', 'smtps:').meta(isSecret).describe('where mail goes'),
  MAIL_FROM: sender.describe("mail's sender"),
  RECEIPT_KEY: secret.describe('the Ed25519 secret that signs receipts (32 bytes, hex)'),
  FACTOR_KEY: secret.describe('keeps what is stored of second factors (32 bytes, hex)'),
  OTHER_FACTOR_KEYS: secrets.describe('keys read besides FACTOR_KEY, with commas'),
  OLD_RECEIPT_KEYS: publicKeys.describe('public keys of receipts besides its own, with commas'),
  PIPKIN_RATE_LIMITS: text('on').describe("off lifts every limit, for one machine's own tests"),
  LINKED_FOR_HOURS: whole(0, 8_760, 24).describe(
    'how long a wallet must have been linked before a payout to it',
  ),
  HOLD_HOURS: whole(0, 8_760, 24).describe(
    'how long money is held after a reset and the like, and after a send',
  ),
  UPLOADS_DIR: text().describe('the folder of profile photos, shared by all API processes'),
  APP_TIMEZONE: timeZone.describe('the IANA zone of a day where the browser names none'),
  PLAY_PROFILE: profile.describe('the rules of safer play: standard, uk, de, se, on, nl or mt'),
  FKR_IS: fkrIs.describe("what one fkr is worth, in the profile's currency, such as 0.01 EUR"),
  REGISTER_URL: webAddress(null)
    .meta(isSecret)
    .describe('the register of excluded players; de, se and nl need one'),
  HELP_LINKS: helpLinks.describe('where help is found: Name https://…, with commas between'),
  WEB_DIR: text(null).describe('the built web app, if not dist in apps/web'),
})

const workerSettings = commonSettings.extend({
  WORKER_METRICS_PORT: whole(0, 65_535, null).describe(
    'where the worker serves /metrics, if at all',
  ),
  HOUSE_KEY: secret.describe("the hot wallet's key (32 bytes, hex), for the worker alone"),
  LOG_KEY: secret.describe('the Ed25519 secret that signs the log, for the worker alone'),
  LOG_NAME: keyName.describe(
    "the log's name, if not the host of PUBLIC_URL with /log; another name begins another log",
  ),
  LOG_WITNESSES: witnesses.describe('who cosigns the log: key https://…, with commas between them'),
  CHAIN_POLL_MS: whole(50, 60_000, 2_000).describe(
    "the worker's pause between two looks at the chain",
  ),
})

const deskSettings = apiSettings
  .pick({ FACTOR_KEY: true, TRUST_PROXY: true, LOG_LEVEL: true })
  .extend({
    OPERATOR_DATABASE_URL: text()
      .meta(isSecret)
      .describe("the operator's login: back office and npm run operator"),
    DESK_HOST: text('127.0.0.1').describe('the address on which the back office listens'),
    DESK_PORT: whole(0, 65_535, 3001).describe('the port on which the back office listens'),
    DESK_URL: webAddress(null).describe(
      "what an operator's browser sees: https, or localhost, which it is without one",
    ),
    PLAYERS_URL: webAddress(null).describe(
      "the players' site, where operators see rounds as they went; no links without one",
    ),
    DESK_WEB_DIR: text(null).describe('the built back office, if not dist in apps/desk'),
  })

/** A setting of the environment, as an operator looks it up. */
interface KnownSetting {
  readonly means: string
  /** Null where it has none. */
  readonly default: string | null
  readonly isNeeded: boolean
  readonly isSecret: boolean
}

/** Each setting of API, worker and back office. */
export const knownSettings: ReadonlyMap<string, KnownSetting> = new Map(
  Object.entries({ ...apiSettings.shape, ...workerSettings.shape, ...deskSettings.shape }).map(
    ([name, schema]): [string, KnownSetting] => {
      const { success, data } = schema.safeParse(undefined)
      const { description = '', isSecret } = schema.meta() ?? {}
      return [
        name,
        {
          means: description,
          default: String(Object(data).name ?? data ?? '') || null,
          isNeeded: !success,
          isSecret: isSecret === true,
        },
      ]
    },
  ),
)

/** Reads all settings of a schema and reports every fault of the environment at once. */
function read<T>(schema: z.ZodType<T>, env: Environment): T {
  const settings = schema.safeParse(env)
  if (settings.success) return settings.data
  throw new ConfigError(
    settings.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`),
  )
}

type CommonSettings = z.infer<typeof commonSettings>

const commonOf = (settings: CommonSettings): Omit<CommonConfig, 'metrics'> => ({
  databaseUrl: settings.DATABASE_URL,
  watermarkFile: settings.WATERMARK_FILE,
  chain: chainOf(settings),
  publicUrl: new URL(settings.PUBLIC_URL),
  logLevel: settings.LOG_LEVEL,
  session: {
    idleMs: settings.SESSION_IDLE_MINUTES * 60_000,
    wholeMs: settings.SESSION_DAYS * 86_400_000,
  },
  ...seedKeysOf(settings),
})

const seedKeysOf = (settings: Pick<CommonSettings, 'SEED_KEY' | 'OLD_SEED_KEYS'>) => ({
  seedKey: Buffer.from(settings.SEED_KEY, 'hex'),
  oldSeedKeys: settings.OLD_SEED_KEYS.map((key) => Buffer.from(key, 'hex')),
})

const chainOf = (settings: CommonSettings): ChainConfig => ({
  rpcUrl: settings.RPC_URL.href,
  chainId: settings.CHAIN_ID,
  token: settings.TOKEN_ADDRESS,
  house: settings.HOUSE_ADDRESS,
  confirmations: settings.CONFIRMATIONS,
})

const metricsAt = (
  settings: CommonSettings,
  portSetting: string,
  port: number | null,
): MetricsAddress | null =>
  port === null ? null : { host: settings.METRICS_HOST, port, portSetting }
