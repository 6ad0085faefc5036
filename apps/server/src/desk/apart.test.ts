import { mostPlayersFound, playerSheetRows } from '@pipkin/contract/desk'
import { deskContract } from '@pipkin/contract/desk/rules'
import { callNames, contract } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../test/desk/desk.ts'
import { bringFriend, fund, makePlayer } from '../../test/players/player.ts'
import { openAccount } from '../../test/players/signed-in.ts'
import { type RunningServer, startServer } from '../../test/processes/running-server.ts'
import { sql } from '../platform/database/database.ts'

/** The back office and the player's API keep apart; what a browser may do with either. */

let server: RunningServer
let desk: RunningDesk
let admin: OperatorBrowser

beforeAll(async () => {
  server = await startServer()
  desk = await startDesk(server.db)
  admin = await desk.operator('admin')
})
afterAll(async () => {
  await desk.close()
  await server.close()
})

const deskCalls = Object.values(deskContract).map(({ call }) => call)
const cookieOf = (browser: OperatorBrowser) => `desk=${browser.cookies.get('desk')}`

test.each(deskCalls)(
  'DESK-07 $name of the back office is not on the player’s port',
  async (call) => {
    for (const prefix of ['/desk/api', '/api', ''])
      if (!(prefix === '/api' && callNames.some((name) => contract[name].call.path === call.path)))
        for (const method of ['GET', 'POST']) {
          const { status } = await fetch(`${server.url}${prefix}/${call.path}`, {
            method,
            headers: { cookie: cookieOf(admin), 'content-type': 'application/json' },
            ...(method === 'POST' && { body: '{}' }),
          })
          expect(status).toBe(404)
        }
  },
)

test('DESK-07 no call of the player’s is on the back office’s port', async () => {
  const player = await server.player()
  const cookie = `sid=${player.cookies.get('sid')}; ${cookieOf(admin)}`
  for (const name of callNames) {
    const { path, method } = contract[name].call
    for (const url of [`${desk.url}/api/${path}`, `${desk.url}/desk/api/${path}`]) {
      if (deskCalls.some((call) => url.endsWith(`/desk/api/${call.path}`))) continue
      expect((await fetch(url, { method, headers: { cookie } })).status).toBe(404)
    }
  }
})

test('the player’s session opens nothing in the back office, nor the other way round', async () => {
  const player = await server.player()
  const browser = desk.browser()
  browser.cookies.set('desk', player.cookies.get('sid') ?? '')
  expect((await browser.get('readNow')).status).toBe(401)
  const token = admin.cookies.get('desk') ?? ''
  player.cookies.set('sid', token)
  expect((await player.send('ViewUser?User_Id=1', {})).status).not.toBe(200)
})

const writes = deskCalls.filter(({ method }) => method === 'POST')

test.each(writes)(
  'DESK-08 $name from another site is refused, the player’s own site too',
  async ({ path }) => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://localhost:3000' },
      { origin: 'https://evil.example' },
    ])
      expect((await admin.post(path, { reason: 'ticket' }, headers)).status).toBe(403)
    // What a form of another site can send.
    const form = await fetch(`${desk.url}/desk/api/${path}`, {
      method: 'POST',
      headers: { cookie: cookieOf(admin), 'content-type': 'text/plain' },
      body: '{"reason":"ticket"}',
    })
    expect(form.status).toBe(415)
  },
)

test('DESK-08 no page frames it, and its cookie goes nowhere else', async () => {
  const answer = await fetch(`${desk.url}/desk/api/openapi.json`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  expect(Object.keys(((await answer.json()) as { paths: object }).paths)).toEqual(
    deskCalls.map(({ path }) => `/desk/api/${path}`),
  )
  const entered = await fetch(`${desk.url}/desk/api/logOut`, {
    method: 'POST',
    headers: { cookie: cookieOf(await desk.operator('games')) },
  })
  expect(entered.headers.get('set-cookie')).toMatch(/^desk=;.*HttpOnly.*SameSite=Strict/)
})

test('contact data is masked until it is asked for, which is an act', async () => {
  const player = await makePlayer(server.db, { deposit: fkr(5) })
  await bringFriend(server.db, await makePlayer(server.db), player)
  const support = await desk.operator('support')
  const page = await support.get(`readPlayer?player=${player}`)
  expect(page.Data).toMatchObject({ email: `${String(player)[0]}•••@example.com`, acts: [] })
  expect(JSON.stringify(page.Data)).not.toContain(`${player}@example.com`)
  const shown = await support.post('showContact', { player, reason: 'case 123456' })
  expect(shown.Data).toEqual({
    email: `${player}@example.com`,
    mobile: String(player).padStart(10, '9'),
  })
  expect((await support.get(`readPlayer?player=${player}`)).Data.acts).toMatchObject([
    { act: 'showContact', reason: 'case 123456', operator: support.name },
  ])
})

test('a player’s page lists so many rows at most, and the owner’s other accounts', async () => {
  const [player, other] = [await makePlayer(server.db), await makePlayer(server.db)]
  await openAccount(server.db, player)
  const { movements } = playerSheetRows
  for (let n = 0; n <= movements; n += 1) await fund(server.db, player, { deposit: fkr(1) })
  await server.db.owner.rows(sql`select ledger.join_owner($1, $2, '0x' || repeat('a', 40))`, [
    other,
    player,
  ])
  const { Data } = await admin.get(`readPlayer?player=${player}`)
  expect(Data.movements).toHaveLength(movements)
  expect(Data.otherAccounts).toEqual([other])
})

test('players are found by all that they may name, and by the beginning of a name', async () => {
  const player = await makePlayer(server.db, { deposit: fkr(5) })
  await bringFriend(server.db, await makePlayer(server.db), player)
  await server.db.owner.rows(
    sql`update players.accounts set name = '100% Sure_Thing' where player_id = $1`,
    [player],
  )
  const found = async (text: string) =>
    (await admin.get(`searchPlayers?text=${encodeURIComponent(text)}`)).Data.map(
      (row: { player: number }) => row.player,
    )
  for (const text of [
    String(player),
    `${player}@example.com`,
    String(player).padStart(10, '9'),
    '100% sure_t',
  ])
    expect(await found(text)).toEqual([player])
  for (const text of ['100_ sure', '%', 'sure']) expect(await found(text)).toEqual([])

  // Many a first name has the form of an invite code.
  const margaret = await makePlayer(server.db)
  const code = await makePlayer(server.db)
  for (const [id, name, invites] of [
    [margaret, 'Margaret Rao', 'MMMMMMMM'],
    [code, 'Asha', 'MARGARET'],
  ] as const) {
    await openAccount(server.db, id)
    await server.db.owner.rows(
      sql`update players.accounts set name = $2, invite_code = $3 where player_id = $1`,
      [id, name, invites],
    )
  }
  expect(await found('margaret')).toEqual([code, margaret])
  expect(await found('mmmmmmmm')).toEqual([margaret])
})

test('a search finds so many players at most, the owner of a code first', async () => {
  const owner = await makePlayer(server.db)
  await openAccount(server.db, owner)
  await server.db.owner.rows(
    sql`update players.accounts set invite_code = 'SAMANTHA' where player_id = $1`,
    [owner],
  )
  for (let n = 0; n < mostPlayersFound; n += 1) {
    const player = await makePlayer(server.db)
    await openAccount(server.db, player)
    await server.db.owner.rows(
      sql`update players.accounts set name = 'Samantha Rao' where player_id = $1`,
      [player],
    )
  }
  const { Data } = await admin.get('searchPlayers?text=samantha')
  expect(Data).toHaveLength(mostPlayersFound)
  expect(Data[0]?.player).toBe(owner)
})

test('what is owed is what the wallets, open rounds and payouts add up to', async () => {
  const { Data } = await admin.get('readNow')
  const [row] = await server.db.owner.rows<{ owed: bigint }>(
    sql`select sum(deposit + bonus + win + referral)::bigint as owed from ledger.wallets`,
  )
  expect(Data.owed).toBe(Number(row?.owed ?? 0n) / 100)
})
