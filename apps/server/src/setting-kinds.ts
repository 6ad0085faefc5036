import { type FkrIs, type PlayProfile, playProfiles, readFkrIs } from '@pipkin/contract/schemas'
import { isKeyName, parseVerifier, type Verifier } from '@pipkin/log'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { currentZone } from './platform/database/zone-name.ts'

/** A place where players find help. */
export interface HelpLink {
  readonly name: string
  readonly url: string
}

/** Who cosigns the log. */
export interface Witness {
  readonly key: Verifier
  readonly url: string
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

export const text = <T extends string | null = string>(fallback?: T) =>
  setting<string | T>((value) => value, fallback)

/** An address may hold a password or a provider's key, so a fault doesn't show it. */
export const url = (...protocols: string[]) =>
  setting((value, fault) => {
    const parsed = URL.canParse(value) ? new URL(value) : null
    return parsed && protocols.includes(parsed.protocol)
      ? parsed
      : fault(`must be an address that begins with ${protocols.join('// or ')}//.`)
  })

/** A login to PostgreSQL. No URL of the web's kind: it may have no host, or several. */
export const databaseUrl = () =>
  setting((value, fault) =>
    /^postgres(ql)?:\/\//.test(value)
      ? value
      : fault('must be an address that begins with postgres://.'),
  ).meta(isSecret)

export const whole = <T extends number | null = number>(
  least: number,
  most: number,
  fallback?: T,
) =>
  setting<number | T>((value, fault) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most
      ? number
      : fault(`must be a whole number from ${least} to ${most}, but is "${value}".`)
  }, fallback)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export const logLevel = setting(
  (value, fault) =>
    logLevels.includes(value)
      ? value
      : fault(`must be one of ${logLevels.join(', ')}, but is "${value}".`),
  'info',
)

export const address = () =>
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
export const proxies = setting<string | false>((value, fault) => {
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
export const timeZone = z
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
export const profile = z
  .string()
  .optional()
  .transform((value, context): PlayProfile => {
    const found = playProfiles.get(value || 'standard')
    if (found) return found
    context.addIssue(`must be one of ${[...playProfiles.keys()].join(', ')}, but is "${value}".`)
    return z.NEVER
  })

/** What one fkr is worth, in the currency of the profile's amounts. */
export const fkrIs = setting<FkrIs | null>(
  (value, fault) =>
    readFkrIs(value) ??
    fault(`must be an amount and an ISO currency, such as "0.01 EUR", but is "${value}".`),
  null,
)

/**
 * An address that a browser, or `fetch`, is given: both refuse a name and password in it. It may
 * hold a key, so a fault doesn't show it.
 */
export const webAddress = <T extends string | null = string>(fallback?: T) =>
  setting<string | T>(
    (value, fault) =>
      webUrl(value)?.href ??
      fault(
        'must be an address that begins with http:// or https://, without a name and password.',
      ),
    fallback,
  )

/** The address of a whole site: pages and links have no path before their own. */
export const siteAddress = <T extends string | null = string>(fallback?: T) =>
  setting<string | T>((value, fault) => {
    const parsed = webUrl(value)
    return parsed && parsed.href === `${parsed.origin}/`
      ? parsed.href
      : fault('must be http:// or https:// and a host, without a path, a name and a password.')
  }, fallback)

function webUrl(value: string): URL | null {
  const parsed = URL.canParse(value) ? new URL(value) : null
  return parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password
    ? parsed
    : null
}

const mailAddress = String.raw`[^\s<>@,;:"]+@[^\s<>@,;:"]+`
const senderShape = new RegExp(
  String.raw`^(?:("[^"\p{Cc}]*"|[^"<>@,;:\p{Cc}]*) <${mailAddress}>|${mailAddress})$`,
  'u',
)

/** One address, by itself or after a name; the mail server would refuse each mail otherwise. */
export const sender = setting<string>(
  (value, fault) =>
    senderShape.test(value)
      ? value
      : fault(
          `must be a mail address, alone or as "Pipkin <no-reply@pipkin.example>", but is "${value}".`,
        ),
  'Pipkin <no-reply@localhost>',
)

/** `Name https://…`, with commas between them. */
export const helpLinks = setting<readonly HelpLink[]>((value, fault) => {
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
export const publicKeys = setting<readonly string[]>((value, fault) => {
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
export const keyName = setting<string | null>(
  (value, fault) =>
    isKeyName(value)
      ? value
      : fault(`must be a name without spaces and plus signs, but is "${value}".`),
  null,
)

/** A key and an address each, with commas between them. */
export const witnesses = setting<readonly Witness[]>((value, fault) => {
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
export const isSecret = { isSecret: true }

/** 32 bytes in hex, with or without 0x. No fault shows the value. */
export const secret = setting((value, fault) => {
  const digits = value.replace(/^0x/, '')
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) return fault('must be 32 bytes in hex (64 digits).')
  return wellKnown.has(digits.toLowerCase())
    ? fault('is a well-known key: make one of your own.')
    : digits
}).meta(isSecret)

/** Secrets with commas between them. No fault shows one. */
export const secrets = setting<readonly string[]>((value, fault) => {
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
