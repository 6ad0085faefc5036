import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { placeBet, playSlot, replaceInTime } from '../../test/rounds/play.ts'
import { withinADay } from '../../test/within-a-day.ts'
import { one, sql } from '../platform/database/database.ts'

let server: RunningServer
let player: SignedIn
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await withinADay()
  player = await server.player()
})

type Rows = { Transaction_Id: string; DateTime: string; TotalWin: number }[]
const list = async (
  call: 'todayActivity' | 'PreviousActivity',
  query: Record<string, string> = {},
) => {
  const answer = await player.send(
    `${call}?${new URLSearchParams({ User_Id: String(player.id), ...query })}`,
    {},
  )
  return { ...answer, rows: answer.body.Data as Rows, next: answer.body.Next as string | undefined }
}
const idsOf = ({ rows }: { rows: Rows }) => rows.map(({ Transaction_Id }) => Transaction_Id)

/** The database's time at an hour after its last midnight in the zone. */
const fromMidnight = async (zone: string, hours: number) => {
  const { at } = await one(
    server.db.owner.rows<{ at: string }>(
      sql`select (date_trunc('day', now(), $1) + $2 * interval '1 hour')::text as at`,
      [zone, hours],
    ),
  )
  return at
}

test('a round as the specification names it', async () => {
  const played = await playSlot(player, 20)
  const { rows } = await list('todayActivity')
  expect(rows).toEqual([
    {
      DateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      Bet_Amt: 20,
      Return_Amt: played.Return_Amt,
      Status: played.Status,
      Game_Name: 'Fruit Slot',
      TotalWin: Math.max(0, played.Return_Amt - 20),
      Transaction_Id: played.Transaction_Id,
    },
  ])
})

test('an open round is pending and has returned nothing', async () => {
  const open = await placeBet(player, 2)
  expect((await list('todayActivity')).rows).toMatchObject([
    { Transaction_Id: open, Status: 'Pending', Return_Amt: 0, TotalWin: 0 },
  ])
})

test.each(['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati'])(
  'today and before are split at midnight of %s',
  async (zone) => {
    await withinADay(zone)
    const before = await playSlot(player)
    const since = await playSlot(player)
    await replaceInTime(server.db.owner, before.Transaction_Id, `${await fromMidnight(zone, 0)}`)
    await replaceInTime(server.db.owner, since.Transaction_Id, await fromMidnight(zone, 0))
    // The first moment belongs to today, the one before it to yesterday.
    await server.db.owner.rows(
      sql`
      with first as (
        update ledger.rounds
        set placed_at = (placed_at at time zone 'UTC' - interval '1 microsecond') at time zone 'UTC'
        where player_id = $1 and round_id = (select round_id from ledger.rounds
          where player_id = $1 order by nonce limit 1) returning round_id, placed_at
      )
      update ledger.movements m set at = first.placed_at from first
      where player_id = $1 and movement_id = first.round_id`,
      [player.id],
    )
    expect(idsOf(await list('todayActivity', { tz: zone }))).toEqual([since.Transaction_Id])
    expect(idsOf(await list('PreviousActivity', { tz: zone }))).toEqual([before.Transaction_Id])
  },
)

test.each(['Mars/Olympus', 'FOO+3', 'IST', '+05:30', '', 'asia/kolkata', "UTC'; select 1"])(
  'WORDS-09 the zone %j is not well formed',
  async (tz) => {
    expect(await list('todayActivity', { tz })).toMatchObject({ status: 400 })
    expect(await list('PreviousActivity', { tz })).toMatchObject({ status: 400 })
  },
)

test('page by page, newest first, none twice', async () => {
  const played: string[] = []
  for (let n = 0; n < 7; n += 1) played.unshift((await playSlot(player)).Transaction_Id)
  const seen: string[] = []
  for (
    let cursor: string | undefined = '', pages = 0;
    cursor !== undefined && pages < 9;
    pages += 1
  ) {
    const page = await list('todayActivity', { limit: '3', ...(cursor && { cursor }) })
    seen.push(...idsOf(page))
    cursor = page.next
  }
  expect(seen).toEqual(played)
  expect(await list('todayActivity', { cursor: 'nowhere' })).toMatchObject({ status: 400 })
})

test('another player’s activity is neither read nor listed', async () => {
  await playSlot(player)
  const other = await server.player()
  const answer = await other.send(`todayActivity?User_Id=${player.id}`, {})
  expect(answer.status).toBe(403)
  player = other
  expect((await list('todayActivity')).rows).toEqual([])
})
