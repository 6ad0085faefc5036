import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each(['password', 'PassWord1', '1234', '456789012', '9876543210', 'aaaaaa', '0000', 'qwerty'])(
  '%s is easy to guess',
  (password) => expect(isCommonPassword(password)).toBe(true),
)

test.each(['', '123', 'aaa', 'small-pots-1', '1357', '12349', 'बबबक'])(
  '%s is not on the list',
  (password) => expect(isCommonPassword(password)).toBe(false),
)
