import { fkr } from '@pipkin/money'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/database/fresh-database.ts'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../../test/desk/desk.ts'
import { makePlayer, setCatalogue } from '../../../test/players/player.ts'
import { seeds } from '../../../test/seeds.ts'
import { runAskedAudit } from '../../operator/audit/run-asked-audit.ts'
import { one, sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'

/** Audits that an operator asks for, and the worker runs. */

let db: TestDatabase
let desk: RunningDesk
let asha: OperatorBrowser
const reason = 'ticket 7'
const underWay = 'An audit is under way already: its result comes here.'

beforeEach(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  desk = await startDesk(db)
  asha = await desk.operator('auditor', 'Asha')
})
afterEach(async () => {
  await desk.close()
  await db.close()
})

const ask = (full = false) => asha.post('runAudit', { full, reason })
const asked = async () => (await asha.get('readAskedAudit')).Data
const audits = async () => (await asha.get('listAudits')).Data.audits

/** The worker looks for what was asked for, once. */
const look = (stopping = new AbortController().signal) =>
  runAskedAudit({
    database: db.worker,
    patient: db.worker,
    surroundings: system,
    seeds,
    stopping,
  })

test('the worker runs what was asked for, and keeps the report with who asked', async () => {
  const player = await makePlayer(db, { deposit: fkr(5) })
  await db.owner.rows(sql`update ledger.wallets set staked = 7 where player_id = $1`, [player])
  expect(await asked()).toBeNull()
  expect(await ask(true)).toMatchObject({ status: 200, Status: true })
  expect(await asked()).toMatchObject({ askedBy: 'Asha', full: true, seenAgo: null, endedAt: null })
  expect(await audits()).toEqual([])
  await look()

  const [kept] = await audits()
  expect(kept).toMatchObject({ askedBy: 'Asha', full: true, findings: 1, replayed: 0 })
  const ended = await asked()
  expect(ended).toMatchObject({ audit: kept?.audit, checked: (ended?.checks ?? 0) - 1 })
  const { checks } = (await asha.get(`readAudit?audit=${kept?.audit}`)).Data
  expect(checks).toHaveLength(ended?.checks ?? 0)
  expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([
    {
      invariant: 2,
      says: 'what each player has deposited and staked equals the sum of its movements',
      checked: 1,
      wrong: 1,
      found: [`player ${player} has deposited 500 and staked 7, but the movements say 500 and 0`],
    },
  ])
  expect(checks.map(({ says }) => says)).toContainEqual(
    expect.stringMatching(/^each settled round replays .*: all of them$/),
  )
  expect((await asha.get('listActs?act=runAudit')).Data.acts).toMatchObject([
    {
      operator: 'Asha',
      about: 'audit',
      reason,
      changes: [{ what: 'Every round replayed', before: null, after: 'yes' }],
    },
  ])
  // The report names players: the log, which anyone reads, has the counts alone.
  const { document } = await one(
    db.owner.rows<{ document: object }>(sql`select document from log.waiting where kind = 7`),
  )
  expect(Object.keys(document).sort()).toEqual([
    'acts',
    'acts_head',
    'at',
    'audit_id',
    'audited_to',
    'findings',
    'replayed',
  ])
})

test('DESK-55 of two audits asked for at the same moment one is run; the next after its end', async () => {
  const ben = await desk.operator('admin', 'Ben')
  const both = await Promise.all([ask(), ben.post('runAudit', { full: true, reason })])
  expect(both.map(({ Message }) => Message).sort()).toEqual([underWay, 'Done'])
  expect((await asha.get('listActs?act=runAudit')).Data.acts).toHaveLength(1)
  await look()
  await look()
  expect(await audits()).toHaveLength(1)
  expect((await ask()).Status).toBe(true)
  await look()
  expect(await audits()).toHaveLength(2)
})

test('of two workers one runs it; that of one that died begins anew after a minute', async () => {
  await ask()
  await Promise.all([look(), look()])
  expect(await audits()).toHaveLength(1)

  await ask()
  const lastSign = (ago: string) =>
    db.owner.rows(
      sql`update operator.audit_requests
          set run = gen_random_uuid(), seen_at = clock_timestamp() - $1::interval
          where ended_at is null`,
      [ago],
    )
  await lastSign('30 seconds')
  await look()
  expect(await asked()).toMatchObject({ endedAt: null })
  await lastSign('61 seconds')
  await look()
  expect(await audits()).toHaveLength(2)
})

test('an audit whose worker is asked to stop is left to the next one', async () => {
  await ask()
  await look(AbortSignal.abort())
  expect(await asked()).toMatchObject({ endedAt: null, seenAgo: null })
  await look()
  expect(await asked()).toMatchObject({ audit: (await audits())[0]?.audit })
})

test('an audit that fails ends without a result, and another may be asked for', async () => {
  await ask()
  await db.owner.rows(sql`alter table log.published rename to hidden`)
  await expect(look()).rejects.toThrow('log.published')
  await db.owner.rows(sql`alter table log.hidden rename to published`)
  expect(await asked()).toMatchObject({ endedAt: expect.any(String), audit: null })
  expect(await audits()).toEqual([])
  expect((await ask()).Status).toBe(true)
  await look()
  expect(await audits()).toHaveLength(1)
})

test('audits are listed page by page, the newest first, and read by their id alone', async () => {
  await db.owner.rows(
    sql`insert into operator.audits (audit_id, audited_to, replayed, findings, at)
        select gen_random_uuid(), now(), 5, n, now() + n * interval '1 hour'
        from generate_series(1, 5) n`,
  )
  const first = (await asha.get('listAudits?limit=2')).Data
  const second = (await asha.get(`listAudits?limit=2&cursor=${first.next}`)).Data
  const third = (await asha.get(`listAudits?limit=2&cursor=${second.next}`)).Data
  const all = [first, second, third].flatMap((page) => page.audits)
  expect(all.map(({ findings, askedBy }) => [findings, askedBy])).toEqual(
    [5, 4, 3, 2, 1].map((n) => [n, null]),
  )
  expect(third.next).toBeNull()
  expect((await asha.get('listAudits?cursor=x')).status).toBe(400)
  for (const id of ['x', crypto.randomUUID()])
    expect(await asha.get(`readAudit?audit=${id}`)).toMatchObject({
      status: 404,
      Message: 'There is no such audit.',
    })
})
