import { expect, test } from 'vitest'
import { currentZones } from '../../test/database/current-zones.ts'
import { ConfigError, readApiConfig } from '../config.ts'
import { zoneIn } from './time-zones.ts'

test('every zone that ICU names is found where only the names of today are known', () => {
  const named = Intl.supportedValuesOf('timeZone')
  expect(named).toContain('Asia/Calcutta')
  expect(named.filter((name) => zoneIn(currentZones, name) === null)).toEqual([])
})

test('each zone that ICU names is found as the same zone', () => {
  const asIcuNames = (timeZone: string | null) =>
    timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  for (const name of Intl.supportedValuesOf('timeZone'))
    expect(asIcuNames(zoneIn(currentZones, name))).toBe(name)
})

test('a name that the database knows is taken as it is', () => {
  const names = new Set([...currentZones, 'Asia/Calcutta'])
  expect(zoneIn(names, 'Asia/Calcutta')).toBe('Asia/Calcutta')
  expect(zoneIn(names, 'Asia/Kolkata')).toBe('Asia/Kolkata')
})

test.each(['Mars/Olympus', 'IST', '+05:30', '', 'asia/calcutta', '__proto__'])(
  '%j is found nowhere',
  (name) => {
    expect(zoneIn(currentZones, name)).toBeNull()
  },
)

/** What a start needs beside the zone. */
const needed = {
  DATABASE_URL: 'postgres://nowhere/pipkin',
  RPC_URL: 'http://127.0.0.1:1',
  CHAIN_ID: '31337',
  TOKEN_ADDRESS: `0x${'a1'.repeat(20)}`,
  HOUSE_ADDRESS: `0x${'b2'.repeat(20)}`,
  RECEIPT_KEY: 'c3'.repeat(32),
  FACTOR_KEY: 'c4'.repeat(32),
  SEED_KEY: 'd5'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'http://localhost:3000',
  PUBLIC_RPC_URL: 'http://localhost:1',
  WATERMARK_FILE: '/nowhere',
}
const configured = (APP_TIMEZONE: string | undefined) =>
  readApiConfig({ ...needed, APP_TIMEZONE }).timeZone

test.each([
  [undefined, 'UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['US/Eastern', 'America/New_York'],
  ['Etc/UTC', 'UTC'],
])('APP_TIMEZONE %j is the zone %j, which every database knows', (text, zone) => {
  expect(configured(text)).toBe(zone)
})

test.each(['+05:30', '-03', 'IST', 'EST5EDT', 'Mars/Olympus', '', ' '])(
  'APP_TIMEZONE %j stops the start',
  (text) => {
    expect(() => configured(text)).toThrow(ConfigError)
    expect(() => configured(text)).toThrow(
      `APP_TIMEZONE must be the name of a time zone, such as Asia/Kolkata, or UTC, but is "${text}".`,
    )
  },
)
