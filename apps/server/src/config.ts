import { type PlayRules, playRulesOf } from '@pipkin/contract/schemas'
import { z } from 'zod'
import type { MetricsAddress } from './platform/metrics/serve-metrics.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import {
  address,
  databaseUrl,
  fkrIs,
  type HelpLink,
  helpLinks,
  isSecret,
  keyName,
  logLevel,
  profile,
  proxies,
  publicKeys,
  secret,
  secrets,
  sender,
  siteAddress,
  text,
  timeZone,
  url,
  type Witness,
  webAddress,
  whole,
  witnesses,
} from './setting-kinds.ts'

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
  /** The 32-byte secret that encrypts what is stored of second factors. */
  readonly factorKey: Buffer
  /** Secrets that are read besides it: the one before, or the one to come. */
  readonly otherFactorKeys: readonly Buffer[]
  /** False lifts every rate limit, for one machine's own tests alone. */
  readonly limits: boolean
  /** How long a wallet must have been linked before it is paid to. */
  readonly linkedForMs: number
  /** How long no money leaves an account whose password was reset. */
  readonly holdMs: number
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
  readonly witnesses: readonly Witness[]
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
    timeZone: settings.APP_TIMEZONE,
    profile: rules,
    registerUrl: settings.REGISTER_URL,
    help: settings.HELP_LINKS,
    webDirectory: settings.WEB_DIR,
  }
}

/** Reads the worker's settings. Throws `ConfigError`. */
export function readWorkerConfig(env: Environment): WorkerConfig {
  const login = env.WORKER_DATABASE_URL ? 'WORKER_DATABASE_URL' : 'DATABASE_URL'
  const settings = read(workerSettings, { ...env, DATABASE_URL: env[login] }, login)
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

/** Each setting's description is also in docs/operations.md, which a test compares. */
const commonSettings = z.object({
  DATABASE_URL: databaseUrl().describe("the API's login"),
  WATERMARK_FILE: text().describe('where a process remembers how far the database is'),
  RPC_URL: url('http:', 'https:').meta(isSecret).describe("the chain's node"),
  CHAIN_ID: whole(1, Number.MAX_SAFE_INTEGER).describe("the chain's number"),
  TOKEN_ADDRESS: address().describe('the ERC-20 token'),
  HOUSE_ADDRESS: address().describe('the hot wallet'),
  CONFIRMATIONS: whole(1, 1_000, 12).describe(
    'blocks that must include or follow a chain transaction',
  ),
  PUBLIC_URL: siteAddress().describe('what the browser sees; must be https'),
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
  FACTOR_KEY: secret.describe('encrypts what is stored of second factors (32 bytes, hex)'),
  OTHER_FACTOR_KEYS: secrets.describe('keys read besides FACTOR_KEY, with commas'),
  OLD_RECEIPT_KEYS: publicKeys.describe('public keys of receipts besides its own, with commas'),
  PIPKIN_RATE_LIMITS: text('on').describe(
    "off lifts the limits of requests, codes and rounds, for one machine's own tests",
  ),
  LINKED_FOR_HOURS: whole(0, 8_760, 24).describe(
    'how long a wallet must have been linked before a payout to it',
  ),
  HOLD_HOURS: whole(0, 8_760, 24).describe(
    'how long money is held after a reset and the like, and after a send',
  ),
  APP_TIMEZONE: timeZone.describe(
    "the IANA zone of days where no browser names one, birthdays, a law's month, staff's limits",
  ),
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
    OPERATOR_DATABASE_URL: databaseUrl().describe(
      "the operator's login: back office and npm run operator",
    ),
    DESK_HOST: text('127.0.0.1').describe('the address on which the back office listens'),
    DESK_PORT: whole(0, 65_535, 3001).describe('the port on which the back office listens'),
    DESK_URL: siteAddress(null).describe(
      "what an operator's browser sees: https, or localhost, which it is without one",
    ),
    PLAYERS_URL: siteAddress(null).describe(
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
      // An empty environment gives the default; a profile is shown by its name.
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

/**
 * Reads all settings of a schema and reports every fault of the environment at once. `login` is the
 * setting that `DATABASE_URL` was taken from.
 */
function read<T>(schema: z.ZodType<T>, env: Environment, login = 'DATABASE_URL'): T {
  const settings = schema.safeParse(env)
  if (settings.success) return settings.data
  throw new ConfigError(
    settings.error.issues.map(
      ({ path: [name], message }) => `${name === 'DATABASE_URL' ? login : String(name)} ${message}`,
    ),
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
