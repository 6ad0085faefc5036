import pg from 'pg'
import { expect, test } from 'vitest'
import { CannotStart } from './process/cannot-start.ts'
import { whyNot } from './why-not.ts'

const readOnly = new pg.DatabaseError('cannot execute INSERT in recovery', 1, 'error')
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
  [
    Object.assign(readOnly, { code: '25006' }),
    'The database only reads, as a standby does, or a restore that has paused: promote it ("pg_ctl promote") first.',
  ],
])('a command that %s says so in a sentence', (error, sentence) => {
  expect(whyNot(error)).toBe(sentence)
})

test('a bug keeps its trace', () => {
  const bug = withCode('column "x" does not exist', '42703')
  expect(() => whyNot(bug)).toThrow(bug)
})
