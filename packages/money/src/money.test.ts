import { describe, expect, test } from 'vitest'
import { parseMoney, parseWholeMoney } from './input.ts'
import { fkr, hundredths, shareRoundedUp, times } from './money.ts'
import { moneyFromNumber, moneyToNumber } from './number.ts'
import {
  homeShortensFrom,
  moneyText,
  shortMoneyText,
  signedMoneyText,
  walletShortensFrom,
} from './text.ts'

test('hundredths are whole', () => {
  expect(hundredths(1250)).toBe(1250n)
  expect(() => hundredths(12.5)).toThrow(RangeError)
})

describe('amounts from outside', () => {
  test.each([
    [25, 2500n],
    ['25', 2500n],
    [12.5, 1250n],
    ['12.50', 1250n],
    [-10, -1000n],
    ['-10', -1000n],
    [0.29, 29n],
    [1_000_000_000, 100_000_000_000n],
  ])('%j is taken', (value, expected) => expect(parseMoney(value)).toBe(expected))

  test.each([
    '1e3',
    '0x10',
    ' 5',
    '5 ',
    '',
    '.5',
    '5.',
    '+5',
    '1,000',
    '१२',
    '٣',
    'Infinity',
    '1.005',
    '--5',
    '1000000000.01',
    1.005,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e21,
    1_000_000_001,
    true,
    null,
    undefined,
    [5],
    {},
  ])('%j is refused', (value) => expect(parseMoney(value)).toBeNull())

  test('whole amounts take no decimals, not even zeros', () => {
    expect(parseWholeMoney(12)).toBe(1200n)
    expect(parseWholeMoney(12.5)).toBeNull()
    expect(parseWholeMoney('12.00')).toBeNull()
  })

  test('what goes out comes back', () => {
    for (const size of [0n, 1n, 29n, 57n, 100n, 12_345n, 99_999_999_999n])
      expect(parseMoney(moneyToNumber(hundredths(size)))).toBe(size)
  })
})

describe('amounts in an answer', () => {
  test.each([0n, 1n, -1n, 29n, 1250n, -100n, 100_000_000_001n, 999_999_999_999_999n])(
    '%s hundredths go out and come back',
    (count) => expect(moneyFromNumber(moneyToNumber(hundredths(count)))).toBe(count),
  )

  test.each([10n ** 15n, -(10n ** 15n)])('%s hundredths might be read as others: a bug', (count) =>
    expect(() => moneyToNumber(hundredths(count))).toThrow('too much money for JSON'),
  )

  test.each([1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e21])('%s is a bug', (value) =>
    expect(() => moneyFromNumber(value)).toThrow('not an amount'),
  )
})

test('fees are rounded up to a hundredth', () => {
  expect(shareRoundedUp(fkr(100), 200n)).toBe(200n)
  expect(shareRoundedUp(hundredths(1n), 1000n)).toBe(1n)
  expect(shareRoundedUp(hundredths(0n), 1000n)).toBe(0n)
})

test('a multiplier in hundredths is exact on whole stakes', () => {
  expect(times(fkr(15), 150)).toBe(2250n)
  expect(times(fkr(5), 50)).toBe(250n)
})

test('amounts have texts, signed, whole and shortened', () => {
  expect(moneyText(hundredths(123_450n))).toBe('1,234.50')
  expect(moneyText(fkr(-20))).toBe('\u221220')
  expect(signedMoneyText(fkr(15))).toBe('+15')
  expect(shortMoneyText(fkr(999), homeShortensFrom)).toBe('999')
  expect(shortMoneyText(fkr(1200), homeShortensFrom)).toBe('1.20K')
  expect(shortMoneyText(hundredths(199_999n), homeShortensFrom)).toBe('1.99K')
  expect(shortMoneyText(fkr(999_999), walletShortensFrom)).toBe('999,999')
  expect(shortMoneyText(fkr(3_450_000), walletShortensFrom)).toBe('3.45M')
  expect(shortMoneyText(fkr(2_000_000_000), walletShortensFrom)).toBe('2.00B')
})
