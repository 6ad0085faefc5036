import { isIP } from 'node:net'
import { currentZone } from './platform/database/zone-name.ts'
import type { MetricsPlace } from './platform/metrics/serve-metrics.ts'

/**
 * The environment, read once and in one place. What is missing or wrong stops the start with one
 * sentence that says what to do.
 */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>

/** The chain as the cashier knows it. */
export interface ChainConfig {
  readonly rpcUrl: string
  readonly chainId: number
  readonly token: `0x${string}`
  readonly house: `0x${string}`
  /** Blocks that must stand on a chain transaction before it counts. */
  readonly confirmations: number
}

/** And as the API tells browsers of it. */
export interface ShownChain extends ChainConfig {
  /**
   * Where the browser finds the chain. Never the server's own address of it by default, which may
   * hold a provider's key.
   */
  readonly publicRpcUrl: string
  /** '' where there is none. */
  readonly explorerUrl: string
}

interface CommonConfig {
  readonly databaseUrl: string
  readonly chain: ChainConfig
  readonly publicUrl: URL
  readonly logLevel: string
  /** Where `/metrics` is served; null: nowhere. */
  readonly metrics: MetricsPlace | null
  readonly session: SessionLife
}

export interface ApiConfig extends CommonConfig {
  readonly chain: ShownChain
  readonly host: string
  readonly port: number
  /**
   * The proxies whose word on a client's address counts, as Fastify takes them; false: nobody's.
   */
  readonly trustProxy: string | false
  readonly smtpUrl: string
  readonly mailFrom: string
  /** The 32-byte secret that receipts are signed with. */
  readonly receiptKey: Buffer
  /** The public halves of the keys before it, hex, newest first. */
  readonly oldReceiptKeys: readonly string[]
  /** False lifts all request limits, paces and waits; only one machine's own tests do. */
  readonly limits: boolean
  /** How long a wallet must have been linked before it is paid to. */
  readonly linkedForMs: number
  /** Where pictures are kept, for all API processes together. */
  readonly uploadsDir: string
  /** The time zone of whoever doesn't name one. */
  readonly timeZone: string
  /** Where the built web app is, if not where the build puts it. */
  readonly webDirectory: string | null
}

/** When a session ends by itself. */
export interface SessionLife {
  /** After so long without a call. */
  readonly idleMs: number
  /** After so long in all. */
  readonly wholeMs: number
}

export interface WorkerConfig extends CommonConfig {
  readonly houseKey: `0x${string}`
  /** How long the worker rests between two looks at the chain. */
  readonly pollMs: number
}

export function readApiConfig(env: Environment): ApiConfig {
  const common = readCommon(env)
  return {
    ...common,
    chain: {
      ...common.chain,
      publicRpcUrl: url(env, 'PUBLIC_RPC_URL', /^https?:$/).href,
      explorerUrl: env.EXPLORER_URL ?? '',
    },
    host: env.HOST ?? '0.0.0.0',
    port: whole(env, 'PORT', 3000, 0, 65_535),
    trustProxy: proxies(env, 'TRUST_PROXY'),
    smtpUrl: url(env, 'SMTP_URL', /^smtps?:$/).href,
    mailFrom: env.MAIL_FROM ?? 'Pipkin <no-reply@localhost>',
    receiptKey: Buffer.from(secret(env, 'RECEIPT_KEY'), 'hex'),
    oldReceiptKeys: publicKeys(env, 'OLD_RECEIPT_KEYS'),
    limits: env.PIPKIN_RATE_LIMITS !== 'off',
    linkedForMs: whole(env, 'LINKED_FOR_HOURS', 24, 0, 8_760) * 3_600_000,
    uploadsDir: need(env, 'UPLOADS_DIR'),
    timeZone: timeZone(env, 'APP_TIMEZONE'),
    webDirectory: env.WEB_DIR ?? null,
  }
}

export function readWorkerConfig(env: Environment): WorkerConfig {
  return {
    ...readCommon({ ...env, DATABASE_URL: env.WORKER_DATABASE_URL ?? env.DATABASE_URL }),
    metrics: metricsPlace(env, 'WORKER_METRICS_PORT'),
    houseKey: `0x${secret(env, 'HOUSE_KEY')}`,
    pollMs: whole(env, 'CHAIN_POLL_MS', 2_000, 50, 60_000),
  }
}

function readCommon(env: Environment): CommonConfig {
  return {
    databaseUrl: need(env, 'DATABASE_URL'),
    chain: {
      rpcUrl: url(env, 'RPC_URL', /^https?:$/).href,
      chainId: whole(env, 'CHAIN_ID', undefined, 1, Number.MAX_SAFE_INTEGER),
      token: address(env, 'TOKEN_ADDRESS'),
      house: address(env, 'HOUSE_ADDRESS'),
      confirmations: whole(env, 'CONFIRMATIONS', 12, 1, 1_000),
    },
    publicUrl: url(env, 'PUBLIC_URL', /^https?:$/),
    logLevel: env.LOG_LEVEL ?? 'info',
    metrics: metricsPlace(env, 'METRICS_PORT'),
    session: {
      idleMs: whole(env, 'SESSION_IDLE_MINUTES', 120, 1, 43_200) * 60_000,
      wholeMs: whole(env, 'SESSION_DAYS', 7, 1, 365) * 86_400_000,
    },
  }
}

const metricsPlace = (env: Environment, name: string): MetricsPlace | null =>
  env[name] === undefined
    ? null
    : { host: env.METRICS_HOST ?? '127.0.0.1', port: whole(env, name, undefined, 0, 65_535) }

function need(env: Environment, name: string): string {
  const value = env[name]
  if (!value)
    throw new ConfigError(
      `${name} is not set: give it in the environment (docs/operations.md lists every setting).`,
    )
  return value
}

function url(env: Environment, name: string, protocol: RegExp): URL {
  const value = need(env, name)
  const parsed = URL.canParse(value) ? new URL(value) : null
  if (!parsed || !protocol.test(parsed.protocol))
    throw new ConfigError(`${name} is not a usable address: ${value}.`)
  return parsed
}

function whole(
  env: Environment,
  name: string,
  fallback: number | undefined,
  least: number,
  most: number,
): number {
  const value = env[name] ?? (fallback === undefined ? need(env, name) : String(fallback))
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= least && number <= most))
    throw new ConfigError(
      `${name} must be a whole number from ${least} to ${most}, but is "${value}".`,
    )
  return number
}

function address(env: Environment, name: string): `0x${string}` {
  const value = need(env, name)
  if (!/^0x[0-9a-fA-F]{40}$/.test(value))
    throw new ConfigError(`${name} is not an address: ${value}.`)
  return `0x${value.slice(2)}`
}

/**
 * The proxies before the API. Neither "all" nor a number of them: a proxy appends to what the
 * client wrote, so that whoever trusts every hop lets each client choose its address, and with it
 * its limits.
 */
function proxies(env: Environment, name: string): string | false {
  const value = env[name] || 'false'
  if (value === 'false') return false
  if (value.split(',').every((proxy) => isProxy(proxy.trim()))) return value
  throw new ConfigError(
    `${name} must name the proxies before the API, as "loopback" or addresses and CIDR ranges with commas between them, but is "${value}".`,
  )
}

function isProxy(text: string): boolean {
  if (text === 'loopback') return true
  const [ip = '', bits, ...more] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || more.length > 0) return false
  // A range of no bits is everybody.
  return (
    bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/**
 * An IANA name, in the one form that every PostgreSQL knows: who names no zone would else be
 * refused call by call.
 */
function timeZone(env: Environment, name: string): string {
  const value = env[name] ?? 'UTC'
  const zone = currentZone(value)
  if (zone === null)
    throw new ConfigError(
      `${name} must be the name of a time zone, such as Asia/Kolkata, or UTC, but is "${value}".`,
    )
  return zone
}

/** 32 bytes in hex each, parted by commas. */
function publicKeys(env: Environment, name: string): string[] {
  const keys = (env[name] ?? '')
    .toLowerCase()
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  if (keys.every((key) => /^[0-9a-f]{64}$/.test(key))) return keys
  throw new ConfigError(`${name} must be public keys of 32 bytes in hex, with commas between them.`)
}

/** 32 bytes in hex. The value never stands in a message. */
function secret(env: Environment, name: string): string {
  const value = need(env, name).replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(value))
    throw new ConfigError(`${name} must be 32 bytes in hex (64 digits).`)
  if (wellKnown.has(value.toLowerCase()))
    throw new ConfigError(`${name} is a well-known key: make one of your own.`)
  return value
}

/**
 * Keys that everybody has: all zeros and ones, and the first accounts of the test chains' standard
 * phrase.
 */
const wellKnown = new Set([
  '0'.repeat(64),
  'f'.repeat(64),
  `${'0'.repeat(63)}1`,
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
])
