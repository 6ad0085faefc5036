import { expect, test } from 'vitest'
import { idDigits, wholeAmountDigits } from './restrict-input.ts'

test.each([
  ['150', '150'],
  ['', ''],
  ['12a', '12'],
  ['abc', ''],
  [' 12 ', '12'],
  ['-5', ''],
  // Cut, never joined: what is typed may be too little, but never a hundred times as much.
  ['12.50', '12'],
  ['12,50', '12'],
  ['285.5', '285'],
  ['१२', ''],
  ['1e3', '1'],
])('of %j a whole amount is %j', (text, digits) => expect(wholeAmountDigits(text)).toBe(digits))

test.each([
  ['51907263', '51907263'],
  ['ID 5190 7263', '51907263'],
  ['abc', ''],
])('of %j an id is %j', (text, digits) => expect(idDigits(text)).toBe(digits))
