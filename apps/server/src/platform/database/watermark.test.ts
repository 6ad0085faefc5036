import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/database/fresh-database.ts'
import { connect, sql } from './database.ts'
import { createWatermark } from './watermark.ts'

let db: TestDatabase
let file: string
beforeEach(async () => {
  db = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-watermark-'))
  file = join(folder, 'watermark')
  return async () => {
    await db.close()
    await rm(folder, { recursive: true })
  }
})

/** A process that beats twice when it starts, once when it stops, and every `everyMs`. */
async function start({ everyMs = 3_600_000, url = db.url } = {}) {
  const onStale = vi.fn()
  const onError = vi.fn()
  const watermark = createWatermark({ file, onStale, onError, everyMs })
  const database = connect(url, {
    connections: 1,
    onError: () => undefined,
    slowAnswersMs: 55_000,
    admit: watermark.admit,
  })
  onTestFinished(() => database.close())
  await watermark.begin(database)
  if (url === db.url) {
    const { beat } = await kept()
    await expect.poll(async () => (await kept()).beat).toBeGreaterThan(beat)
  }
  return { watermark, database, onStale, onError }
}

const kept = async () => JSON.parse(await readFile(file, 'utf8'))
/** Makes the database a restored backup, which the last beat never reached. */
const goBack = () => db.owner.rows(sql`update ledger.watermarks set beat = beat - 1`)
const anyStatement = sql`select 1 as one`
const cutConnections = () =>
  db.database.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`)

test('the watermark remembers each beat, and the next start goes on from there', async () => {
  const first = await start()
  const { beat, memory, token } = await kept()
  await first.watermark.stop()
  expect((await kept()).beat).toBe(beat + 1)
  await start()
  expect(await kept()).toMatchObject({ generation: 1, beat: beat + 3, memory })
  expect((await kept()).token).not.toBe(token)
})

test('a start is refused on a database that lacks the last beat, or has another in its place', async () => {
  await (await start()).watermark.stop()
  await db.owner.rows(sql`update ledger.watermarks set token = gen_random_uuid()`)
  await expect(start()).rejects.toThrow('has gone back in time')
  await goBack()
  await expect(start()).rejects.toThrow('has gone back in time')
  await db.owner.rows(sql`delete from ledger.watermarks`)
  await expect(start()).rejects.toThrow('has gone back in time')
})

test('a new connection of a running process is refused, before any beat', async () => {
  const { database, onStale } = await start()
  await goBack()
  await cutConnections()
  await expect.poll(() => database.use().idle).toBe(0)
  await expect(database.rows(anyStatement)).rejects.toThrow('has gone back in time')
  expect(onStale).toHaveBeenCalledOnce()
})

test('a beat over a connection that stayed open, as behind a pooler, notices it too', async () => {
  const { database, onStale } = await start({ everyMs: 50 })
  // A beat may come between the two: what goes back is what the file has.
  await db.owner.rows(sql`update ledger.watermarks set beat = 0`)
  await expect.poll(() => onStale.mock.calls.length).toBe(1)
  await expect(database.rows(anyStatement)).resolves.toEqual([{ one: 1 }])
})

test('after the operator has acted a start goes on, and a running process ends', async () => {
  const running = await start()
  await goBack()
  await expect(start()).rejects.toThrow('has gone back in time')
  await db.operator.rows(sql`select operator.after_restore('Asha', 'the backup of Friday')`)
  await start()
  expect(await kept()).toMatchObject({ generation: expect.any(Number) })
  await cutConnections()
  await expect.poll(() => running.database.use().idle).toBe(0)
  await expect(running.database.rows(anyStatement)).rejects.toThrow('another generation')
  // Its last beat doesn't overwrite what the new one remembers.
  const { beat } = await kept()
  await running.watermark.stop()
  expect(await kept()).toMatchObject({ beat })
})

test('another database doesn’t count as one that has gone back', async () => {
  await (await start()).watermark.stop()
  await db.owner.rows(sql`update ledger.generations set database_id = $1`, [randomUUID()])
  await db.owner.rows(sql`delete from ledger.watermarks`)
  await start()
  expect((await kept()).beat).toBeLessThan(4)
})

test('a database that is down at the start is compared when it comes', async () => {
  const { onError } = await start({ url: 'postgres://nobody@127.0.0.1:1/pipkin' })
  expect(onError).toHaveBeenCalledOnce()
})

test('a file that holds something else stops the start', async () => {
  await writeFile(file, '{"beat": "x"}')
  await expect(start()).rejects.toThrow(`${file} is no watermark`)
})
