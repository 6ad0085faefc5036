import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../../test/processes/running-server.ts'
import { placeBet, playSlot } from '../../../test/rounds/play.ts'
import { seeds } from '../../../test/seeds.ts'
import { sql } from '../../platform/database/database.ts'
import { noLimit } from '../../platform/limits/limit.ts'
import { printReplay } from './print-replay.ts'

let server: RunningServer
let webDirectory: string
let player: SignedIn
let round: string

beforeAll(async () => {
  server = await startServer()
  webDirectory = await mkdtemp(join(tmpdir(), 'pipkin-replay-'))
  await writeFile(join(webDirectory, 'shell.html'), '<head></head>')
})
afterAll(async () => {
  await server.close()
  await rm(webDirectory, { recursive: true })
})
beforeEach(async () => {
  player = await server.player()
  round = (await playSlot(player)).Transaction_Id
})

const choose = async (Named: boolean, id = round, by = player) =>
  (await by.post('nameRound', { User_Id: by.id, Transaction_Id: id, Named })).body
const nameOf = async (id = round) => {
  const answer = await fetch(`${server.url}/api/roundName?Transaction_Id=${id}`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return (await answer.json()).Data.name
}
const titleOf = async () => {
  const page = await printReplay({
    database: server.db.database,
    seeds,
    webDirectory,
    publicUrl: new URL('http://localhost'),
    limit: noLimit,
  })(round, '192.0.2.1')
  return /<meta property="og:title" content="([^"]*)">/.exec(page)?.[1]
}

test('a replay carries the name only where its player wishes it, and as others see it', async () => {
  const other = (await playSlot(player)).Transaction_Id
  expect(await nameOf()).toBe(null)
  expect(await titleOf()).toMatch(/^A round of Fruit Slot: 10 fkr returned /)
  expect(await choose(true)).toMatchObject({ Status: true, Data: { name: 'Meera N.' } })
  expect(await choose(true)).toMatchObject({ Data: { name: 'Meera N.' } })
  expect(await nameOf()).toBe('Meera N.')
  expect(await titleOf()).toMatch(/^Meera N\.’s round of Fruit Slot: /)
  expect(await nameOf(other)).toBe(null)
  expect(await choose(false)).toMatchObject({ Status: true, Data: { name: null } })
  expect(await nameOf()).toBe(null)
  expect(await titleOf()).toMatch(/^A round of /)
})

test('a player can’t name another’s round, one that is open, or one that there isn’t', async () => {
  const friend = await server.player()
  expect(await choose(true, round, friend)).toMatchObject({ Status: false })
  expect(await choose(false, round, friend)).toMatchObject({ Status: false })
  expect(await choose(true, await placeBet(player, 2))).toMatchObject({ Status: false })
  const [first, ...rest] = round
  expect(await choose(true, [...rest, first].join(''))).toMatchObject({ Status: false })
  expect(await nameOf()).toBe(null)
})

test('a name is text in the page, with any signs in it', async () => {
  await choose(true)
  await server.db.owner.rows(
    sql`update players.accounts set name = '"><script>x</script> Nair' where player_id = $1`,
    [player.id],
  )
  expect(await titleOf()).toMatch(/^&#34;&#62;&#60;script&#62;x&#60;\/script&#62; N\.’s round/)
})

test('an excluded player gives the name and takes it back as before', async () => {
  await choose(true)
  expect((await player.post('takeBreak', { kind: 'exclusion', length: '6m' })).body).toMatchObject({
    Status: true,
  })
  expect(await nameOf()).toBe('Meera N.')
  expect(await choose(false)).toMatchObject({ Data: { name: null } })
  expect(await choose(true)).toMatchObject({ Data: { name: 'Meera N.' } })
  expect(await titleOf()).toMatch(/^Meera N\.’s round/)
})

test('the name goes with its account: frozen for as long, closed for good', async () => {
  await choose(true)
  const freeze = sql`
    update players.accounts set frozen_from = case when $2 then now() end where player_id = $1`
  await server.db.owner.rows(freeze, [player.id, true])
  expect(await nameOf()).toBe(null)
  expect(await titleOf()).toMatch(/^A round of /)
  await server.db.owner.rows(freeze, [player.id, false])
  expect(await nameOf()).toBe('Meera N.')
  expect((await player.post('closeAccount', {})).body).toMatchObject({ Status: true })
  expect(await nameOf()).toBe(null)
  const left = sql`select from players.named_rounds where player_id = $1`
  expect(await server.db.owner.rows(left, [player.id])).toEqual([])
})
