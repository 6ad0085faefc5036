import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseFailure } from './database-failure.ts'
import { DatabaseHangs } from './watch-database.ts'

const said = (code: string, message = 'no') =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), { code })

test.each([
  ['hangs', new DatabaseHangs()],
  ['full', said('53100')],
  ['full', said('XX000', 'could not extend file "base/1/2": File too large')],
  ['busy', said('53300')],
  ['busy', said('57014')],
  ['busy', Object.assign(new Error('connect'), { code: 'EAGAIN' })],
  ['gone', said('57P03')],
  ['gone', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['gone', Object.assign(new Error('connect ENOENT /run/.s.PGSQL.5432'), { code: 'ENOENT' })],
  [null, Object.assign(new Error('ENOENT: no such file or directory, open'), { code: 'ENOENT' })],
  ['gone', new Error('Client has encountered a connection error and is not queryable')],
  ['gone', new Error('server closed the connection unexpectedly')],
  ['gone', new Error('could not commit transaction for shard 102153 on at least one active node')],
  [null, said('23505')],
  [null, said('XX000')],
  [null, Object.assign(new Error('File too large'), { code: 'EFBIG' })],
])('%s: %o', (failure, error) => {
  expect(databaseFailure(error)).toBe(failure)
})
