import { expect, test } from 'vitest'
import { CannotStart } from './process/cannot-start.ts'
import { whyNot } from './why-not.ts'

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  [new CannotStart('There is no database here.'), 'There is no database here.'],
  [
    withCode('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    "The database can't be used: connect ECONNREFUSED 127.0.0.1:5432.",
  ],
  [
    withCode('password authentication failed for user "pay"', '28P01'),
    'The database can\'t be used: password authentication failed for user "pay".',
  ],
])('a command that %s says so in a sentence', (error, sentence) => {
  expect(whyNot(error)).toBe(sentence)
})

test('a bug keeps its trace', () => {
  const bug = withCode('column "x" does not exist', '42703')
  expect(() => whyNot(bug)).toThrow(bug)
})
