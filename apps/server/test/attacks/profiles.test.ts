import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/platform/database/database.ts'
import { type RunningServer, type SignedIn, startServer } from '../processes/running-server.ts'

/** What each profile of safer play must refuse, over HTTP. */

const bet = (player: SignedIn, stake: number) =>
  player.post('addTransaction', {
    User_Id: player.id,
    Amount: -stake,
    StatusMsg: 'amtplaced',
    Game_Id: 3,
  })

describe.each([
  ['uk', '0.01 GBP', '/demo-games/slot-machine', true],
  ['de', '0.01 EUR', '', undefined],
  ['se', '', '/demo-games/slot-machine', undefined],
  ['on', '0.01 CAD', '/demo-games/slot-machine', undefined],
  ['nl', '0.01 EUR', '/demo-games/slot-machine', undefined],
  ['mt', '0.01 EUR', '/demo-games/slot-machine', undefined],
])('by the profile %s', (profile, fkrIs, demo, afterAge) => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({
      PLAY_PROFILE: profile,
      FKR_IS: fkrIs,
      APP_TIMEZONE: 'Asia/Kolkata',
    })
  })
  afterAll(() => server.close())

  test('SAFER-14 nothing is sent, no demo is listed that is not offered, no need is declined', async () => {
    const [player, other] = [await server.player({ deposit: fkr(100) }), await server.player()]
    const sent = await player.post('walletTransfer', {
      senderId: player.id,
      receiverId: other.id,
      transferAmount: 5,
    })
    expect(sent.body).toEqual({
      Status: false,
      Message: 'Sending to other players is not offered here',
    })
    const said = await player.post('verify-user', { id: player.id })
    expect(said.body).toMatchObject({ No_Sends: true })

    for (const list of ['gameList', 'mostpopular']) {
      const { Data } = (await player.send(list, {})).body as {
        Data: { Id: number; DemogameUrl: string; Demo_After_Age?: boolean }[]
      }
      const slots = Data.filter(({ Id }) => Id === 3)
      expect(slots.map((slot) => [slot.DemogameUrl, slot.Demo_After_Age])).toEqual([
        [demo, afterAge],
      ])
    }

    const { Data } = (await player.send('limits', {})).body as {
      Data: { offers: { depositLimit: { ask: string } } }
    }
    const declined = await player.post('declineDepositLimit', {})
    expect(declined.body.Status).toBe(Data.offers.depositLimit.ask !== 'needed')
  })

  /** The time of day, in UTC, at which the player's only limit begins anew. */
  async function resetOf(player: SignedIn): Promise<string | undefined> {
    const { Data } = (await player.send('limits', {})).body as {
      Data: { limits: { resetsAt: string }[] }
    }
    return Data.limits[0]?.resetsAt.slice(11, 16)
  }

  test('SAFER-21 the month of a law’s highest deposit limit begins in the house’s time zone', async () => {
    const player = await server.player()
    const limit = { kind: 'deposit', period: 'month', amount: 500 }
    await player.post('setLimit', { ...limit, tz: 'Pacific/Kiritimati' })
    expect(await resetOf(player)).toBe(profile === 'de' || profile === 'nl' ? '18:30' : '10:00')
  })

  test('SAFER-21 so does the month of a limit that staff set first', async () => {
    const player = await server.player()
    const set = await server.db.operator.rows(
      sql`select operator.lower_limit('Asha', 'a letter', $1, 'deposit', 'month', 500) as refusal`,
      [player.id],
    )
    expect(set).toEqual([{ refusal: null }])
    expect(await resetOf(player)).toBe('18:30')
  })

  test('SAFER-15 a limit that is used up ends the session where the profile says so', async () => {
    const player = await server.player()
    await player.post('setLimit', { kind: 'stake', period: null, amount: 10 })
    expect((await bet(player, 20)).body.Status).toBe(false)
    expect((await player.send('limits', {})).status).toBe(200)
    await player.post('setLimit', { kind: 'loss', period: 'day', amount: 5 })
    expect((await bet(player, 10)).body).toMatchObject({ Data: { limit: { kind: 'loss' } } })
    expect((await player.send('limits', {})).status).toBe(profile === 'nl' ? 401 : 200)
  })
})
