import { fkr } from '@pipkin/money'
import { expect, onTestFinished, test } from 'vitest'
import { httpClient } from '../../test/calls/http-client.ts'
import { openSession } from '../../test/players/signed-in.ts'
import { startServer } from '../../test/processes/running-server.ts'

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
