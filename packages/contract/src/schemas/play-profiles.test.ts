import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fkr, hundredths } from '@pipkin/money'
import { describe, expect, test } from 'vitest'
import { playProfiles, readPlayProfiles } from './play-profiles.ts'
import { type PlayRules, playRulesOf, readFkrIs } from './play-rules.ts'

const root = join(import.meta.dirname, '../../../..')
const profileOf = (name: string) => playProfiles.get(name)!

function rulesOf(name: string, fkrIs: string): PlayRules {
  const rules = playRulesOf(profileOf(name), readFkrIs(fkrIs))
  if (typeof rules === 'string') throw new Error(rules)
  return rules
}

test('every profile is a file, and every file a profile under its own name', () => {
  const files = readdirSync(join(root, 'packages/contract/src/profiles'))
  expect([...playProfiles.keys()].map((name) => `${name}.json`).toSorted()).toEqual(
    files.toSorted(),
  )
})

test('what is wrong with the files is said at once, all of it', () => {
  const good = structuredClone(profileOf('de'))
  const faults = () =>
    readPlayProfiles([
      { ...good, sends: 'perhaps', cooling: { ...good.cooling, raiseHours: 1 } },
      { ...good, turbo: true },
      { ...good, depositLimit: { ...good.depositLimit, periods: [] } },
    ])
  expect(faults).toThrow(/profile 1, cooling\.raiseHours/)
  expect(faults).toThrow(/profile 1, sends/)
  expect(faults).toThrow(/profile 2, as a whole: .*turbo/)
  expect(faults).toThrow(/profile 3, as a whole: names the periods/)
})

test('no code asks which profile it is: a profile is what it says', () => {
  const folders = ['apps/server/src', 'apps/web/src', 'apps/local/src', 'packages/contract/src']
  const asks = /profile(\.name)?\s*[!=]==?\s*['"]|case\s+['"](standard|uk|de|se|on|nl|mt)['"]/
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => join(root, folder, path)),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => asks.test(readFileSync(file, 'utf8')))).toEqual([])
  const sql = readdirSync(join(root, 'apps/server/migrations')).map((file) =>
    readFileSync(join(root, 'apps/server/migrations', file), 'utf8'),
  )
  expect(sql.filter((text) => /'(standard|uk|de|se|nl|mt)'/.test(text))).toEqual([])
})

describe('what one fkr is worth', () => {
  test.each([
    ['0.01 EUR', 10_000_000n],
    ['1 INR', 1_000_000_000n],
    ['0.000000001 JPY', 1n],
    ['12.5 GBP', 12_500_000_000n],
  ])('%s is read', (text, billionths) => {
    expect(readFkrIs(text)).toEqual({ text, currency: text.slice(-3), billionths })
  })

  test.each([
    '0.01',
    'EUR',
    '0 EUR',
    '0.00 EUR',
    '0.01 eur',
    '-1 EUR',
    '0.01 XYZ',
    '1,5 EUR',
    '.5 EUR',
  ])('%s is no worth', (text) => expect(readFkrIs(text)).toBeNull())

  test('makes a law’s amounts amounts in fkr, rounded down', () => {
    expect(rulesOf('de', '0.01 EUR')).toMatchObject({
      depositLimit: { most: fkr(100_000), mostYoung: null },
      slotStake: { most: fkr(100), mostYoung: null },
    })
    expect(rulesOf('uk', '0.01 GBP').slotStake).toEqual({ most: fkr(500), mostYoung: fkr(200) })
    expect(rulesOf('nl', '0.03 EUR').depositLimit).toMatchObject({
      most: hundredths(2_333_333n),
      mostYoung: fkr(10_000),
    })
  })

  test.each([
    ['de', '', 'in EUR, such as "0.01 EUR", since the profile de has amounts in it'],
    ['uk', '0.01 EUR', 'in GBP, such as "0.01 GBP", since the profile uk has amounts in it'],
    ['mt', '', 'such as "0.01 EUR", since the profile mt shows it beside amounts'],
  ])('%s by "%s" is refused with what to set', (name, fkrIs, says) => {
    expect(playRulesOf(profileOf(name), readFkrIs(fkrIs))).toContain(says)
  })

  test.each(['standard', 'se'])('%s needs none', (name) => {
    expect(playRulesOf(profileOf(name), null)).toMatchObject({ name, fkrIs: null })
  })

  test('is shown where the profile asks for it, in any currency', () => {
    expect(rulesOf('on', '0.5 CAD').fkrIs).toBe('0.5 CAD')
    expect(rulesOf('standard', '0.5 CAD').fkrIs).toBeNull()
  })
})

test('only where a rule or the demo asks for the age is a birth date asked for', () => {
  const asking = [...playProfiles.keys()].filter((name) => {
    const currency = name === 'uk' ? 'GBP' : 'EUR'
    return rulesOf(name, `0.01 ${currency}`).asksBirthDate
  })
  expect(asking).toEqual(['uk', 'nl'])
})

test('no profile waits less than a day for a raise, or ends a limit sooner than it raises one', () => {
  for (const { cooling } of playProfiles.values()) {
    expect(cooling.raiseHours).toBeGreaterThanOrEqual(24)
    expect(cooling.endHours).toBeGreaterThanOrEqual(cooling.raiseHours)
  }
})
