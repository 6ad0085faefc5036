import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAll } from '../../../test/database/count-all.ts'
import { waitBehind } from '../../../test/database/wait-behind.ts'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../../test/desk/desk.ts'
import { passTime } from '../../../test/players/pass-time.ts'
import { bringFriend, fund, makePlayer } from '../../../test/players/player.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../../test/processes/running-server.ts'
import { playSlot } from '../../../test/rounds/play.ts'
import { countRisks } from '../../activity/counts/count-risks.ts'
import { countSafety } from '../../activity/counts/count-safety.ts'
import { type Queryable, sql } from '../../platform/database/database.ts'

/** What operators see of safer play, and that they only make it tighter. */

let server: RunningServer
let desk: RunningDesk
let asha: OperatorBrowser
let player: SignedIn
const reason = 'ticket 7'

beforeAll(async () => {
  server = await startServer()
  desk = await startDesk(server.db)
  asha = await desk.operator('support', 'Asha')
  player = await server.player({ deposit: fkr(1_000) })
})
afterAll(async () => {
  await desk.close()
  await server.close()
})

/** The worker's figures up to now. */
async function count(): Promise<void> {
  await countAll(server.db)
  await countSafety(server.db.worker)
  await countRisks(server.db.worker)
}

const about = (them: SignedIn) => asha.get(`readPlayerSafety?player=${them.id}`)
const actsAbout = (them: SignedIn) =>
  server.db.owner.rows<{ act: string; operator: string; before: unknown; after: unknown }>(
    sql`select act, operator, before, after from operator.acts
      where about = $1 or about like $1 || ' %' order by n`,
    [String(them.id)],
  )

test('who is near a limit: how much of it is used now, and when it frees', async () => {
  await player.post('setLimit', { kind: 'loss', period: 'day', amount: 500 })
  await player.post('setLimit', { kind: 'deposit', period: 'month', amount: 5_000 })
  await count()
  expect((await asha.get('listNearLimits')).Data).toEqual({ limits: [], next: null })
  // The deposits above came to 1,000 fkr.
  await player.post('setLimit', { kind: 'deposit', period: 'week', amount: 1_200 })
  await count()
  const { limits } = (await asha.get('listNearLimits')).Data
  expect(limits).toMatchObject([
    {
      ...{ player: player.id, name: 'Meera Nair', kind: 'deposit', period: 'week' },
      ...{ amount: 1_200, used: 1_000, part: 83, isOnBreak: false },
    },
  ])
  const hours = (Date.parse(limits[0]?.freesAt ?? '') - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(167)
  expect(hours).toBeLessThan(168)
  // A week later the limit is unused: the line says so at once, and goes ten minutes later.
  await passTime(server.db, player.id, '168 hours')
  expect((await asha.get('listNearLimits')).Data.limits).toMatchObject([{ part: 0, used: 0 }])
  await server.db.owner.rows(
    sql`update activity.near_limits set counted_at = now() - interval '11 minutes'`,
  )
  await count()
  expect((await asha.get('listNearLimits')).Data.limits).toEqual([])
})

test('sessions that run for an hour and more, until an hour passes without a bet', async () => {
  const long = await server.player({ deposit: fkr(1_000) })
  await server.db.owner.rows(
    sql`update ledger.wallets set session_at = now() - interval '3 hours'
      where player_id = $1`,
    [long.id],
  )
  await playSlot(long)
  await count()
  const sessions = async () => (await asha.get('listLongSessions')).Data.sessions
  expect(await sessions()).toMatchObject([{ player: long.id, staked: 10, reminderMinutes: null }])
  expect((await sessions())[0]?.seconds).toBeGreaterThanOrEqual(3 * 3_600)
  expect((await about(long)).Data.session).toMatchObject({ staked: 10 })
  await passTime(server.db, long.id, '1 hour')
  expect(await sessions()).toEqual([])
  expect((await about(long)).Data.session).toBeNull()
})

test('a reminder that was due is written down when its player has looked, once', async () => {
  await player.post('setReminder', { minutes: 5 })
  await player.post('acknowledgeReminder')
  expect((await asha.get('listRemindersSeen')).Data.reminders).toEqual([])
  await server.db.owner.rows(
    sql`update ledger.wallets set reminder_due_at = now() where player_id = $1`,
    [player.id],
  )
  await Promise.all([player.post('acknowledgeReminder'), player.post('acknowledgeReminder')])
  const { reminders } = (await asha.get('listRemindersSeen')).Data
  expect(reminders).toMatchObject([{ player: player.id, name: 'Meera Nair' }])
})

test('presses during a profile’s pause are no look at the session', async () => {
  const resting = await server.player()
  await server.db.owner.rows(
    sql`update ledger.wallets set looked_at = now() - interval '61 minutes'
      where player_id = $1`,
    [resting.id],
  )
  const press = (pauseMinutes: number) =>
    server.db.database.rows(sql`select ledger.acknowledge_reminder($1, 60, $2)`, [
      resting.id,
      pauseMinutes,
    ])
  for (const pause of [5, 5, 1, 1]) await press(pause)
  const { reminders } = (await asha.get('listRemindersSeen')).Data
  expect(reminders.filter(({ player }) => player === resting.id)).toHaveLength(1)
})

test('a player at risk is listed with the reasons and the rows behind, and what was done is noted', async () => {
  const them = await server.player()
  for (const amount of [20, 30, 40, 50, 60])
    await fund(server.db, them.id, { deposit: fkr(amount) })
  await count()
  const listed = async () =>
    (await asha.get('listRisks')).Data.risks.filter(({ player }) => player === them.id)
  // The sixth deposit is the money that the player begins with.
  expect(await listed()).toMatchObject([
    {
      ...{ name: 'Meera Nair', score: 2, isOnBreak: false, note: null },
      signs: [{ sign: 'deposits', rows: 6, threshold: 5, days: 1, points: 2, level: null }],
    },
  ])
  const { signs } = (await about(them)).Data
  expect(signs).toMatchObject([
    {
      ...{ sign: 'deposits', rows: 6 },
      newest: [60, 50, 40, 30, 20, 1_000].map((amount) => ({ amount })),
    },
  ])
  const told = { player: them.id, reason: 'called, and told of limits' }
  expect((await asha.post('noteSafety', told)).Data).toEqual({
    proposal: null,
    link: null,
    code: null,
  })
  expect((await listed())[0]?.note).toMatchObject({ by: 'Asha', what: told.reason })
  const noted = { act: 'noteSafety', after: { deposits: 6 } }
  expect(await actsAbout(them)).toMatchObject([noted])
  // A repeat, since the answer was lost, is no other note. Other words are, and a colleague's.
  for (const [by, words] of [
    [asha, told.reason],
    [asha, 'called again'],
    [await desk.operator('support'), told.reason],
  ] as const)
    expect((await by.post('noteSafety', { ...told, reason: words })).Status).toBe(true)
  expect(await actsAbout(them)).toMatchObject([noted, noted, noted])
  // A note changes nothing for the player.
  expect((await about(them)).Data).toMatchObject({ limits: [], breaks: [] })
  // A rule that is taken out takes its sign from the list, and the player who has no other.
  const { owner } = server.db
  const [rule] = await owner.rows<{ rule: object }>(
    sql`delete from activity.risk_rules r where sign = 'deposits' returning to_jsonb(r) as rule`,
  )
  expect((await asha.get('listRisks')).status).toBe(200)
  expect(await listed()).toEqual([])
  await owner.rows(
    sql`insert into activity.risk_rules
      select * from jsonb_populate_record(null::activity.risk_rules, $1::text::jsonb)`,
    [JSON.stringify(rule?.rule)],
  )
  const auditor = await desk.operator('auditor')
  expect((await auditor.post('noteSafety', told)).status).toBe(403)
  expect((await asha.post('noteSafety', { ...told, player: 99_999_999 })).status).toBe(404)
})

test('a raise that waits is shown until it is confirmed', async () => {
  const raising = await server.player()
  await raising.post('setLimit', { kind: 'stake', period: null, amount: 20 })
  await raising.post('setLimit', { kind: 'stake', period: null, amount: 50 })
  await raising.post('setLimit', { kind: 'deposit', period: 'day', amount: 10 })
  await raising.post('setLimit', { kind: 'deposit', period: 'day', amount: null })
  const waiting = async () =>
    (await asha.get('listPendingLimits')).Data.limits.filter((row) => row.player === raising.id)
  expect(await waiting()).toMatchObject([
    { kind: 'stake', period: null, amount: 20, becomes: 50 },
    { kind: 'deposit', period: 'day', amount: 10, becomes: null },
  ])
  // Page by page, none twice.
  const first = (await asha.get('listPendingLimits?limit=1')).Data
  const second = (await asha.get(`listPendingLimits?limit=1&cursor=${first.next}`)).Data
  expect([...first.limits, ...second.limits]).toEqual(await waiting())
  expect(second.next).toBeNull()
})

test('breaks and exclusions: until when, who gave them, and who ended them on what request', async () => {
  const own = await server.player()
  const given = await server.player()
  await own.post('takeBreak', { kind: 'exclusion', length: '6m' })
  expect(
    await asha.post('giveBreak', { player: given.id, kind: 'timeout', length: '7d', reason }),
  ).toMatchObject({ Message: 'Done', Data: { proposal: null } })
  const breaks = async (query: string) => (await asha.get(`listBreaks?${query}`)).Data.breaks
  expect(await breaks('kind=timeout')).toMatchObject([
    { player: given.id, givenBy: 'Asha', givenWhy: reason, endedBy: null },
  ])
  expect(await breaks('kind=exclusion')).toMatchObject([
    { player: own.id, endsAt: null, givenBy: null, endedBy: null },
  ])
  await passTime(server.db, own.id, '190 days')
  const end = sql`select operator.end_exclusion('Ben', 'letter of 3 May', $1) as refusal`
  expect(await server.db.operator.rows(end, [own.id])).toEqual([{ refusal: null }])
  const [ending] = await breaks('kind=exclusion')
  expect(ending).toMatchObject({ endedBy: 'Ben', endedWhy: 'letter of 3 May' })
  expect(Date.parse(ending?.endsAt ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000)
  await passTime(server.db, own.id, '25 hours')
  expect(await breaks('kind=exclusion')).toEqual([])
  expect(await breaks('kind=exclusion&over=yes')).toMatchObject([{ player: own.id }])
})

test('a break that an exclusion outlasts is kept as what was given, and once', async () => {
  const them = await server.player()
  await them.post('takeBreak', { kind: 'exclusion', length: '6m' })
  await passTime(server.db, them.id, '190 days')
  const give = () =>
    asha.post('giveBreak', { player: them.id, kind: 'timeout', length: '7d', reason })
  expect((await give()).Status).toBe(true)
  // A repeat, since the answer was lost.
  expect((await give()).Status).toBe(true)
  expect((await about(them)).Data.breaks).toMatchObject([
    { kind: 'timeout', givenBy: 'Asha' },
    { kind: 'exclusion', givenBy: null },
  ])
  expect(await actsAbout(them)).toMatchObject([
    { act: 'giveBreak', before: { kind: 'exclusion' }, after: { kind: 'timeout' } },
  ])
})

test('a break that is given while its player takes one is kept with that one before it', async () => {
  const them = await server.player()
  const take = sql`select ledger.take_break($1, 'timeout', '1 day')`
  const own = { by: server.db.owner, first: (inside: Queryable) => inside.rows(take, [them.id]) }
  await waitBehind(server.db, own, () =>
    asha.post('giveBreak', { player: them.id, kind: 'exclusion', length: '6m', reason }),
  )
  expect(await actsAbout(them)).toMatchObject([
    { act: 'giveBreak', before: { kind: 'timeout' }, after: { kind: 'exclusion' } },
  ])
})

test('rewards that are kept for a player on a break', async () => {
  const referrer = await server.player()
  const friend = await makePlayer(server.db)
  await referrer.post('takeBreak', { kind: 'timeout', length: '24h' })
  await bringFriend(server.db, referrer.id, friend)
  const { rewards } = (await asha.get('listKeptRewards')).Data
  expect(rewards).toMatchObject([{ player: referrer.id, friend, amount: 100 }])
  expect(rewards[0]?.breakUntil).not.toBeNull()
})

test('DESK-40 staff lower a limit and give a break as acts; no call and no function raises or shortens', async () => {
  const them = await server.player()
  const lower = (amount: number) =>
    asha.post('lowerLimit', { player: them.id, kind: 'loss', period: 'day', amount, reason })
  expect((await lower(100)).Data).toEqual({ proposal: null, link: null, code: null })
  expect((await lower(40)).Data).toEqual({ proposal: null, link: null, code: null })
  for (const raise of [40, 41, 1_000_000])
    expect((await lower(raise)).Message).toBe(
      'The limit is as low already: a raise is the player’s own act.',
    )
  const give = (kind: string, length: string) =>
    asha.post('giveBreak', { player: them.id, kind, length, reason })
  expect((await give('timeout', '30d')).Status).toBe(true)
  // A repeat, since the answer was lost, begins no second break.
  expect((await give('timeout', '30d')).Status).toBe(true)
  for (const length of ['24h', '7d'])
    expect((await give('timeout', length)).Message).toBe(
      'A break lasts as long already: none is made shorter.',
    )
  expect((await give('exclusion', '6m')).Status).toBe(true)
  expect((await give('timeout', '6w')).Status).toBe(false)
  expect((await about(them)).Data).toMatchObject({
    limits: [{ kind: 'loss', amount: 40 }],
    breaks: [
      { kind: 'exclusion', lasts: true, endsAt: null },
      { kind: 'timeout', lasts: true },
    ],
  })
  expect(await actsAbout(them)).toMatchObject([
    { act: 'lowerLimit', operator: 'Asha', before: { at_most: null }, after: { at_most: 10_000 } },
    { act: 'lowerLimit', before: { at_most: 10_000 }, after: { at_most: 4_000 } },
    { act: 'giveBreak', before: null, after: { kind: 'timeout' } },
    { act: 'giveBreak', before: { kind: 'timeout' }, after: { kind: 'exclusion' } },
  ])
  const shown = await (await desk.operator('auditor')).get(`listActs?about=${them.id}`)
  expect(shown.Data.acts[2]?.changes).toEqual([
    { what: 'At most', before: '100 fkr', after: '40 fkr' },
  ])

  // The login of the back office, without its process.
  const { operator } = server.db
  const judged = (statement: ReturnType<typeof sql>) => operator.rows(statement, [them.id])
  expect(
    await judged(
      sql`select operator.lower_limit('Asha', 'ticket 7', $1, 'loss', 'day', 900000) as refusal`,
    ),
  ).toEqual([{ refusal: 'limitIsLower' }])
  expect(
    await judged(
      sql`select operator.take_break('Asha', 'ticket 7', $1, 'timeout', '1 hour') as refusal`,
    ),
  ).toEqual([{ refusal: 'breakLasts' }])
  expect(
    await judged(sql`select operator.end_exclusion('Asha', 'ticket 7', $1) as refusal`),
  ).toEqual([{ refusal: 'excludedStill' }])
  for (const never of [
    sql`select operator.take_break('Asha', 'ticket 7', $1, 'timeout', '-1 hour')`,
    sql`select operator.take_break('Asha', 'ticket 7', $1, 'timeout', 'infinity')`,
  ])
    await expect(judged(never)).rejects.toThrow('a break lies ahead')
  for (const forbidden of [
    sql`select ledger.set_limit($1, 'loss', 'day', 900000, 'UTC')`,
    sql`select ledger.confirm_limit($1, 'loss', 'day')`,
    sql`update ledger.limits set amount = 900000 where player_id = $1`,
    sql`delete from ledger.limits where player_id = $1`,
    sql`update ledger.breaks set ends_at = now() where player_id = $1`,
    sql`update ledger.wallets set break_until = null where player_id = $1`,
  ])
    await expect(judged(forbidden)).rejects.toThrow('permission denied')
})

test('a lowered limit ends the raise that waits', async () => {
  const them = await server.player()
  await them.post('setLimit', { kind: 'stake', period: null, amount: 20 })
  await them.post('setLimit', { kind: 'stake', period: null, amount: 90 })
  const lower = { player: them.id, kind: 'stake', period: null, amount: 15, reason }
  expect((await asha.post('lowerLimit', lower)).Status).toBe(true)
  expect((await about(them)).Data.limits).toMatchObject([{ amount: 15, used: null, pending: null }])
})

test('places that are none, players who are none', async () => {
  for (const list of [
    'listNearLimits',
    'listLongSessions',
    'listRisks',
    'listPendingLimits',
    'listRemindersSeen',
    'listKeptRewards',
    'listBreaks?kind=timeout',
    'listAccepted',
  ])
    for (const place of ['x', Buffer.from('2026-02-30 00:00:00+00|1').toString('base64url')])
      expect(
        (await asha.get(`${list}${list.includes('?') ? '&' : '?'}cursor=${place}`)).status,
      ).toBe(400)
  expect((await asha.get('readPlayerSafety?player=99999999')).status).toBe(404)
  expect(
    await asha.post('lowerLimit', {
      player: 99_999_999,
      kind: 'loss',
      period: 'day',
      amount: 1,
      reason,
    }),
  ).toMatchObject({ status: 404 })
  for (const wrong of [
    { kind: 'loss', period: null, amount: 1 },
    { kind: 'stake', period: 'day', amount: 1 },
    { kind: 'loss', period: 'day', amount: -1 },
  ])
    expect((await asha.post('lowerLimit', { player: player.id, ...wrong, reason })).status).toBe(
      400,
    )
})

test('who is at risk is listed through an exclusion, and until the account is closed', async () => {
  const them = await server.player()
  for (const amount of [20, 30, 40, 50]) await fund(server.db, them.id, { deposit: fkr(amount) })
  const listed = async () => {
    await server.db.owner.rows(
      sql`update activity.risk_looks set due_at = now() where player_id = $1`,
      [them.id],
    )
    await count()
    return (await asha.get('listRisks')).Data.risks.filter(({ player }) => player === them.id)
  }
  const signs = [{ sign: 'deposits', rows: 5 }]
  expect(await listed()).toMatchObject([{ isOnBreak: false, signs }])
  await them.post('takeBreak', { kind: 'exclusion', length: '6m' })
  expect(await listed()).toMatchObject([{ isOnBreak: true, signs }])
  await them.post('closeAccount', {})
  const kept = sql`select from activity.risks where player_id = $1`
  expect(await server.db.owner.rows(kept, [them.id])).toEqual([])
  expect(await listed()).toEqual([])
})
