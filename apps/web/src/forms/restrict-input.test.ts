import { expect, test } from 'vitest'
import { amountDigits, idDigits, wholeAmountDigits } from './restrict-input.ts'

test.each([
  ['150', '150'],
  ['', ''],
  ['12a', '12'],
  ['abc', ''],
  [' 12 ', '12'],
  ['20 fkr', '20'],
  ['₹ 500', '500'],
])('of %j a whole amount is %j', (text, digits) => expect(wholeAmountDigits(text)).toBe(digits))

test.each([
  '1,000',
  '1.000',
  '1 000',
  '12.50',
  '12,50',
  '.5',
  '-5',
  '−5',
  '–5',
  '1e3',
  '1½',
  '१५0',
])('%j stays as it is, and is never another amount', (text) =>
  expect(wholeAmountDigits(text)).toBe(text),
)

test.each([
  ['12.50', '12.50'],
  ['12,5', '12.5'],
  ['12,', '12.'],
  [' 12,50 € ', '12.50'],
  ['₹ 500', '500'],
  ['', ''],
])('of %j an amount with hundredths is %j', (text, digits) =>
  expect(amountDigits(text)).toBe(digits),
)

test.each(['1,000', '1.000', '1,000.50', '1.000,50', '1 000', ',5', '-5', '1e3', '१५,5'])(
  '%j stays as it is with hundredths too, and is never another amount',
  (text) => expect(amountDigits(text)).toBe(text),
)

/** Types as a browser does: each key is added to what the last one has left. */
const typed = (keys: string, restrict = wholeAmountDigits): string =>
  [...keys].reduce((text, key) => restrict(text + key), '')

test.each([
  ['150', '150'],
  ['1a2', '12'],
  ['12.50', '12.50'],
  ['1,000', '1,000'],
])('typed key by key, of %j it is %j', (keys, kept) => expect(typed(keys)).toBe(kept))

test.each([
  ['12,50', '12.50'],
  ['1,000', '1.000'],
])('typed with hundredths, of %j it is %j, which is no amount where it isn’t meant', (keys, kept) =>
  expect(typed(keys, amountDigits)).toBe(kept),
)

test.each([
  ['51907263', '51907263'],
  ['ID 5190 7263', '51907263'],
  ['abc', ''],
])('of %j an id is %j', (value, digits) => expect(idDigits(value)).toBe(digits))
