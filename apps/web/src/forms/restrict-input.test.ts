import { expect, test } from 'vitest'
import { idDigits, wholeAmountDigits } from './restrict-input.ts'

const field = (value = '') => Object.assign(new EventTarget(), { value })

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
])('of %j a whole amount is %j', (value, digits) =>
  expect(wholeAmountDigits(field(value))).toBe(digits),
)

/** Types as a browser does: each key is added to what the last one has left. */
function typeInto(target: ReturnType<typeof field>, keys: string): string {
  for (const key of keys) {
    target.value = key === '⌫' ? target.value.slice(0, -1) : target.value + key
    target.value = wholeAmountDigits(target)
  }
  return target.value
}

test.each([
  ['150', '150'],
  ['12.50', '12'],
  ['12,5', '12'],
  ['1.000.000', '1'],
  ['.5', ''],
  ['1a2', '12'],
  ['12.⌫5', '15'],
])('typed key by key, of %j it is %j', (keys, digits) =>
  expect(typeInto(field(), keys)).toBe(digits),
)

test('who leaves the field and comes back goes on with the digits', () => {
  const target = field()
  typeInto(target, '12.')
  target.dispatchEvent(new Event('blur'))
  expect(typeInto(target, '5')).toBe('125')
})

test.each([
  ['51907263', '51907263'],
  ['ID 5190 7263', '51907263'],
  ['abc', ''],
])('of %j an id is %j', (value, digits) => expect(idDigits(field(value))).toBe(digits))
