import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { borrowDatabaseForTest } from '../../../test/database/borrowed-database.ts'
import type { TestDatabase } from '../../../test/database/fresh-database.ts'
import { waitBehind } from '../../../test/database/wait-behind.ts'
import { setCatalogue } from '../../../test/players/player.ts'
import { catchUp, publisher } from '../../../test/rounds/log-scene.ts'
import { seeds } from '../../../test/seeds.ts'
import { type Statement, sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'
import { operate } from '../operate.ts'
import { audit } from './audit.ts'

/** The chain of acts, against the owner of the database. */

let db: TestDatabase

beforeEach(async () => {
  db = await borrowDatabaseForTest()
  await setCatalogue(db)
  for (const [command, reason] of [
    ['pause-payouts', 'first'],
    ['resume-payouts', 'second'],
    ['pause-payouts', 'third'],
  ] as const)
    await operate(
      { database: db.operator },
      [command, '--by', 'Asha', '--reason', reason],
      undefined,
    )
})

async function found(of = 16): Promise<readonly string[]> {
  const findings = await audit(
    { database: db.worker, surroundings: system, seeds },
    { full: false },
  )
  return findings.flatMap(({ invariant, found }) => (invariant === of ? found : []))
}

/** What the owner can do, once the triggers are off. */
async function asOwner(statement: Statement): Promise<void> {
  await db.owner.rows(sql`alter table operator.acts disable trigger user`)
  await db.owner.rows(statement)
  await db.owner.rows(sql`alter table operator.acts enable trigger user`)
}

test('acts as they were made pass', async () => {
  expect(await found()).toEqual([])
})

test('DESK-09 an act that was changed is found, in any of its fields', async () => {
  await asOwner(sql`update operator.acts set reason = 'another' where n = 2`)
  expect(await found()).toEqual(['act 2 (resumePayouts, Asha) or the one before was changed'])
  await asOwner(sql`update operator.acts set reason = 'second' where n = 2`)
  expect(await found()).toEqual([])
  for (const change of [
    sql`update operator.acts set operator = 'Ben' where n = 2`,
    sql`update operator.acts set at = at - interval '1 ms' where n = 2`,
    sql`update operator.acts set after = 'true' where n = 2`,
    sql`update operator.acts set approved_by = 7 where n = 2`,
  ]) {
    await asOwner(change)
    expect(await found()).not.toEqual([])
    await asOwner(sql`delete from operator.acts where n > 3`)
  }
})

test('DESK-09 an act that was changed with its hash is found by the next one', async () => {
  await asOwner(sql`update operator.acts set reason = 'another' where n = 2`)
  await asOwner(
    sql`update operator.acts a
      set hash = operator.act_hash((select hash from operator.acts where n = 1), a) where n = 2`,
  )
  expect(await found()).toEqual(['act 3 (pausePayouts, Asha) or the one before was changed'])
})

test('DESK-09 an act that was taken out is found', async () => {
  await asOwner(sql`delete from operator.acts where n = 2`)
  expect(await found()).toEqual(['acts 2 to 2 are gone'])
})

test('acts of one moment have the order of their times', async () => {
  const look = sql`select operator.find_player('Ben', 'a ticket', 'id', '', 1)`
  const note = sql`select operator.record('Asha', 'a ticket', 'noteSafety', '1')`
  await waitBehind(
    db,
    {
      by: db.owner,
      first: (inside) => inside.rows(sql`select pg_advisory_xact_lock(hashtext('operator.acts'))`),
      last: (inside) => inside.rows(note),
    },
    () => db.operator.rows(look),
  )
  const inOrder = sql`
    select act, at > lag(at) over (order by n) as is_later from operator.acts order by n desc
    limit 2`
  expect(await db.owner.rows(inOrder)).toEqual([
    { act: 'findPlayer', is_later: true },
    { act: 'noteSafety', is_later: true },
  ])
})

test('DESK-09 an act that was put in between is found', async () => {
  await asOwner(sql`update operator.acts set n = n + 1 where n = 3`)
  await asOwner(
    sql`insert into operator.acts (n, at, operator, act, about, reason, hash)
      values (3, now(), 'Ben', 'releasePayout', '10000001', 'never was', sha256('x'))`,
  )
  expect(await found()).not.toEqual([])
})

test('DESK-09 the last acts taken out are found once an audit has seen them', async () => {
  expect(await found()).toEqual([])
  await asOwner(sql`delete from operator.acts where n = 3`)
  expect(await found()).toEqual([
    expect.stringMatching(/^the audit of .* saw act 3, which is gone or another$/),
  ])
})

test('DESK-09 acts that were all changed with their hashes, and what audits saw of them, are found by the log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-acts-'))
  await catchUp(db, publisher(db, { file: join(folder, 'checkpoint') }))
  await rm(folder, { recursive: true })
  expect(await found(15)).toEqual([])
  await asOwner(sql`update operator.acts set reason = 'another' where n = 3`)
  await asOwner(
    sql`update operator.acts a
      set hash = operator.act_hash((select hash from operator.acts where n = 2), a) where n = 3`,
  )
  await db.owner.rows(
    sql`update operator.audits set acts_head = (select hash from operator.acts where n = 3)`,
  )
  expect(await found()).toEqual([])
  expect(await found(15)).toEqual([
    'the log says otherwise of act 3',
    expect.stringMatching(/^the log says otherwise of the audit of /),
  ])
})
