import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseFailure, isPlannedInMove } from './database-failure.ts'
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
  // A standby before its promotion.
  ['gone', said('25006', 'cannot execute INSERT in a read-only transaction')],
  ['gone', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  // A machine that is off, and a name while it points to none.
  ['gone', Object.assign(new Error('connect'), { code: 'EHOSTUNREACH' })],
  ['gone', Object.assign(new Error('connect'), { code: 'ENETUNREACH' })],
  ['gone', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })],
  ['gone', Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' })],
  ['gone', Object.assign(new Error('connect ENOENT /run/.s.PGSQL.5432'), { code: 'ENOENT' })],
  [null, Object.assign(new Error('ENOENT: no such file or directory, open'), { code: 'ENOENT' })],
  ['gone', new Error('Client has encountered a connection error and is not queryable')],
  ['gone', new Error('server closed the connection unexpectedly')],
  ['gone', new Error('could not commit transaction for shard 102153 on at least one active node')],
  // A coordinator whose node is being replaced, in Citus' words.
  ['gone', said('08006', 'connection to the remote node app@/one:5432 failed')],
  ['gone', said('57P01', 'terminating connection due to administrator command')],
  ['gone', said('XX000', 'failure on connection marked as essential: /tmp/one:5432')],
  ['gone', said('XX000', "failed to prepare transaction 'citus_0_1_2_3' on host /one:5432")],
  [
    'gone',
    said('XX000', 'There is a shard placement on node /one:5432 but could not find the node.'),
  ],
  [
    'gone',
    said('40P01', 'canceling the transaction since it was involved in a distributed deadlock'),
  ],
  // Within one database two calls lock in different orders, which is a bug.
  [null, said('40P01', 'deadlock detected')],
  ['gone', said('XX000', 'could not receive data from server: Connection reset by peer')],
  ['gone', said('XX000', 'could not send data to server: Broken pipe')],
  ['gone', said('XX000', 'no connection to the server')],
  [null, said('XX000', 'there is a shard placement in node group 1 but there are no nodes')],
  [null, said('XX000', 'the database system could not send data to server')],
  [null, said('23505')],
  [null, said('XX000')],
  [null, Object.assign(new Error('File too large'), { code: 'EFBIG' })],
])('%s: %o', (failure, error) => {
  expect(databaseFailure(error)).toBe(failure)
})

test.each([
  'found no worker with all shard placements',
  'cannot find a worker that has active placements for all shards in the query',
  'complex joins are only supported when all distributed tables are co-located and joined on ' +
    'their distribution columns',
])('Citus planned it while a part moved: %s', (words) => {
  expect(isPlannedInMove(said('0A000', words))).toBe(true)
  expect(isPlannedInMove(said('XX000', words))).toBe(false)
})
