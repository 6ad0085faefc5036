import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPython, python } from '../../test/has-programs.ts'
import { type RunningServer, startServer } from '../../test/processes/running-server.ts'
import { catchUp, publisher } from '../../test/rounds/log-scene.ts'
import type { PublishDeps } from '../log/publish-checkpoint.ts'
import { sql } from '../platform/database/database.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pipkin-in-log-'))
let server: RunningServer
let deps: PublishDeps
let key: string

let rows: readonly object[]

/** Takes snapshots of November's days, `per` a day, without asking a chain, and logs them. */
async function take(from: number, to: number, per = 1) {
  const { rows: change } = server.db.owner
  await change(
    sql`insert into solvency.snapshots (snapshot, block)
        select to_char(timestamp '2026-11-01' + n * interval '1 day' / $3,
                       'YYYYMMDD"T"HH24MISS"Z"'), n
        from generate_series($1::integer * $3::integer, $2::integer * $3 - 1) n`,
    [from, to, per],
  )
  await change(sql`
    update solvency.snapshots
    set taken_at = to_timestamp(block), owed = block * 100 + 5, ledger_owes = block * 100 + 5,
        held = block * 1000, root = sha256('root'), size = 4, players = 2,
        signature = '0x' || repeat('1b', 65)
    where taken_at is null`)
  await catchUp(server.db, deps)
}

const list = async (): Promise<readonly object[]> =>
  (await (await fetch(`${server.url}/api/solvency`)).json()).Data

beforeAll(async () => {
  server = await startServer()
  deps = publisher(server.db, { file: join(folder, 'checkpoint') })
  await take(19, 23)
  key = (await (await fetch(`${server.url}/log/key`)).text()).trim()
  rows = await list()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function judge(list: readonly object[]): Promise<{ code: number; said: string }> {
  const file = join(folder, 'solvency.json')
  writeFileSync(file, JSON.stringify({ Data: list }))
  const given = ['log', `${server.url}/log`, '--log-key', key, '--solvency', file]
  return promisify(execFile)(python, ['verifier/verify_log.py', ...given], { cwd: root }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  )
}

describe.skipIf(!hasPython())('OWED-14 the list beside the log', () => {
  test('has the same snapshots', async () => {
    expect(rows).toHaveLength(4)
    const { code, said } = await judge(rows)
    expect(said).toContain('Snapshots that are listed and logged alike: 4.')
    expect(code).toBe(0)
  })

  test.each<[string, (rows: readonly object[]) => readonly object[], string]>([
    [
      'another sum of the newest',
      (rows) => [{ ...rows[0], owed: 1 }, ...rows.slice(1)],
      'lacks snapshot 20261123T000000Z as',
    ],
    [
      'another balance of an older one',
      (rows) => rows.with(2, { ...rows[2], held: 5 }),
      'lacks snapshot 20261121T000000Z as',
    ],
    ['one that it leaves out', (rows) => rows.toSpliced(1, 1), 'has a snapshot that the list'],
    ['the oldest left out', (rows) => rows.slice(0, -1), 'has a snapshot that the list'],
    [
      'one put in between',
      (rows) => rows.toSpliced(1, 0, { ...rows[1], snapshot: '20261122T130000Z' }),
      'lacks snapshot 20261122T130000Z as',
    ],
  ])('%s is found', async (_, changed, sentence) => {
    const { code, said } = await judge(changed(rows))
    expect(said).toMatch(new RegExp(`^WRONG  The log ${sentence}`, 'm'))
    expect(code).toBe(1)
  })

  test('may have been read before or after it', async () => {
    const later = { ...rows[0], snapshot: '20261124T120000Z' }
    expect(await judge([later, ...rows])).toMatchObject({
      code: 2,
      said: expect.stringContaining('The log lacks the newest snapshot'),
    })
    expect(await judge(rows.slice(1))).toMatchObject({
      code: 2,
      said: expect.stringContaining('The log has a newer snapshot than the list'),
    })
  })

  test('leaves out the oldest of more than 400', async () => {
    await take(24, 28, 100)
    const newest = await list()
    expect(newest).toHaveLength(400)
    expect(await judge(newest)).toMatchObject({ code: 0 })
    expect(await judge(newest.with(200, { ...newest[200], held: 5 }))).toMatchObject({
      code: 1,
    })
    expect(await judge(newest.with(200, { ...newest[199] }))).toMatchObject({ code: 1 })
    // A row that comes twice makes a list no longer. A list of which the log has nothing is wrong.
    const half = newest.slice(0, 200)
    expect(await judge([...half, ...half])).toMatchObject({ code: 1 })
    expect(await judge(newest.map((row) => ({ ...row, held: 5 })))).toMatchObject({ code: 1 })
  })
})
