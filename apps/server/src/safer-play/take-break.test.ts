import { fkr } from '@pipkin/money'
import { expect, onTestFinished, test } from 'vitest'
import { httpClient } from '../../test/calls/http-client.ts'
import { waitBehind } from '../../test/database/wait-behind.ts'
import { openSession } from '../../test/players/signed-in.ts'
import { startServer } from '../../test/processes/running-server.ts'
import { type Queryable, sql } from '../platform/database/database.ts'

/** What a break does to sessions, over HTTP. */

test.each([
  ['on', '0.01 CAD', 401],
  ['standard', '', 200],
])(
  'by %s an exclusion logs out everywhere or nowhere, and lets the player log in again',
  async (PLAY_PROFILE, FKR_IS, status) => {
    const server = await startServer({ PLAY_PROFILE, FKR_IS })
    onTestFinished(() => server.close())
    const player = await server.player({ deposit: fkr(100) })
    const again = async () => {
      const sid = (await openSession(server.db, player.id)).toString('hex')
      return httpClient(server.url, new Map([['sid', sid]]))
    }
    const phone = await again()
    const seenBy = async (client: typeof phone) => (await client.send('limits', {})).status
    // A time-out ends no session.
    await player.post('takeBreak', { kind: 'timeout', length: '24h' })
    expect(await seenBy(player)).toBe(200)
    const taken = await player.post('takeBreak', { kind: 'exclusion', length: '6m' })
    expect(taken.body).toMatchObject({ Status: true })
    expect([await seenBy(player), await seenBy(phone)]).toEqual([status, status])
    expect(await seenBy(await again())).toBe(200)
  },
)

const breaks = sql`select kind from ledger.breaks`

test.each([
  [
    'is there only with the end of the sessions',
    (inside: Queryable) => inside.rows(sql`select session_id from players.sessions for update`),
    // As a process that is killed now would leave it.
    async (inside: Queryable) => expect(await inside.rows(breaks)).toEqual([]),
  ],
  [
    'waits for a log-in of the same browser: no deadlock',
    // What a log-in locks: the account, the session that it ends, the wallets for its own.
    (inside: Queryable) =>
      inside.rows(
        sql`with account as (update players.accounts set first_signed_in_at = now())
          delete from players.sessions`,
      ),
    (inside: Queryable) => inside.rows(sql`select ledger.hold(player_id) from players.accounts`),
  ],
])('an exclusion that logs out %s', async (_, first, last) => {
  const server = await startServer({ PLAY_PROFILE: 'on', FKR_IS: '0.01 CAD' })
  onTestFinished(() => server.close())
  const player = await server.player({ deposit: fkr(100) })
  const taken = await waitBehind(server.db, { by: server.db.owner, first, last }, () =>
    player.post('takeBreak', { kind: 'exclusion', length: '6m' }),
  )
  expect([200, 401]).toContain(taken.status)
  expect(await server.db.owner.rows(breaks)).toEqual([{ kind: 'exclusion' }])
})
