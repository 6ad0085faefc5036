import { validateNewPassword } from '@pipkin/contract'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { topPasswords } from './top-passwords.ts'

test.each([
  ...['password', 'PassWord1', '1234', '456789012', '9876543210', 'aaaaaa', '0000', 'qwerty'],
  ...['Harley1', 'jaimatadi', 'pipkin'],
])('AUTH-08 %s is easy to guess', (password) => expect(isCommonPassword(password)).toBe(true))

test.each(['', '123', 'aaa', 'small-pots-1', '1357', '12349', 'बबबक'])(
  '%s is not on the list',
  (password) => expect(isCommonPassword(password)).toBe(false),
)

test('the 3,000 most common that the rule allows are known', () => {
  const allowed = topPasswords.filter(
    (password) => Object.keys(validateNewPassword({ password, repeated: password })).length === 0,
  )
  expect(new Set(allowed).size).toBe(3_000)
  expect(allowed.filter((password) => !isCommonPassword(password))).toEqual([])
})
