import { expect, test } from 'vitest'
import { validateNewPassword, validateProfile } from './profile.ts'
import { validateSupport } from './support.ts'

test.each([
  [{ name: 'Meera Nair', email: '' }, {}],
  [{ name: ' मीरा ', email: 'm@example.com' }, {}],
  [{ name: ' ', email: '' }, { name: 'Full Name cannot be empty' }],
  [{ name: 'Meera  Nair', email: '' }, {}],
  [{ name: 'Meera2', email: '' }, { name: 'Please enter a valid name' }],
  [{ name: 'a'.repeat(61), email: '' }, { name: 'Please enter a valid name' }],
  [{ name: 'အောင်ဆန်းစုကြည်', email: '' }, {}],
  [{ name: `a${'\u0301'.repeat(6)}`, email: '' }, {}],
  [{ name: `a${'\u0301'.repeat(7)}`, email: '' }, { name: 'Please enter a valid name' }],
  [{ name: '\u3164', email: '' }, { name: 'Please enter a valid name' }],
  [{ name: 'Meera Nair\uffa0', email: '' }, { name: 'Please enter a valid name' }],
  [{ name: 'Me\u034fera', email: '' }, { name: 'Please enter a valid name' }],
  [{ name: 'Meera', email: 'm@example' }, { email: 'Please enter a valid email address' }],
])('profile %j', (form, errors) => expect(validateProfile(form)).toEqual(errors))

const bothRequired = 'Both fields are required. Please fill in all fields.'
test.each([
  [{ password: 'abcd', repeated: 'abcd' }, {}],
  [
    { password: '', repeated: '' },
    { form: bothRequired, password: bothRequired, repeated: bothRequired },
  ],
  [
    { password: 'abcd', repeated: '' },
    { form: bothRequired, repeated: bothRequired },
  ],
  [
    { password: '', repeated: 'abcd' },
    { form: bothRequired, password: bothRequired },
  ],
  [
    { password: 'abc', repeated: 'abc' },
    { password: 'Password must be between 4 and 20 characters.' },
  ],
  [
    { password: '🍒🍋🍇', repeated: '🍒🍋🍇' },
    { password: 'Password must be between 4 and 20 characters.' },
  ],
  [{ password: '🍒'.repeat(20), repeated: '🍒'.repeat(20) }, {}],
  [
    { password: 'abcd', repeated: 'abcD' },
    { repeated: "The confirmed password doesn't match the new password." },
  ],
])('new password %j', (form, errors) => expect(validateNewPassword(form)).toEqual(errors))

const report = {
  player: '48213075',
  hash: `0x${'aB'.repeat(32)}`,
  amount: '12.50',
  event: 'Deposit',
}
test.each([
  [{}, {}],
  [{ player: '' }, { player: 'Please enter a valid  Id' }],
  [{ hash: '' }, { hash: 'Please enter Transaction Hash' }],
  [{ hash: '0x12' }, { hash: 'Please enter a valid Transaction Hash' }],
  [{ amount: '' }, { amount: 'Please enter your amount' }],
  [{ amount: '0' }, { amount: 'Enter valid amount' }],
  [{ event: '' }, { event: 'Please select Transaction Type' }],
])('support %j', (changed, errors) =>
  expect(validateSupport({ ...report, ...changed })).toEqual(errors),
)
