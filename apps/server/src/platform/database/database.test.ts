import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectTo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshDatabaseForTest } from '../../../test/database/fresh-database.ts'
import { connect, one, sql } from './database.ts'

test('a connection that is cut between two statements fails its transaction and nothing else', async () => {
  const { database, owner } = await freshDatabaseForTest()
  const cut = database.transaction(async (inside) => {
    const { pid } = await one(inside.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))
    const ended = sql`select from pg_stat_activity where pid = $1`
    await database.rows(sql`select pg_terminate_backend($1)`, [pid])
    while ((await owner.rows(ended, [pid])).length > 0);
    await inside.rows(sql`select 1`)
  })
  await expect(cut).rejects.toThrow(/terminat/)
  expect(await database.rows(sql`select 1 as one`)).toEqual([{ one: 1 }])
})

test('a connection that is cut while it is judged fails who asked for it, and no process', async () => {
  const { url } = await freshDatabaseForTest()
  const judge = sql`select 'judged' as word`
  const cutting = await socketsThat((sent) => sent.includes(judge.text))
  onTestFinished(() => cutting.close())
  const database = connect(url.replace(/host=[^&]*/, `host=${cutting.folder}`), {
    connections: 1,
    onError: () => undefined,
    admit: async (connection) => void (await connection.rows(judge)),
  })
  onTestFinished(() => database.close())
  await expect(database.rows(sql`select 1`)).rejects.toThrow('Connection terminated')

  /** A folder with PostgreSQL's socket, whose connections end when something is sent. */
  async function socketsThat(endOn: (sent: string) => boolean) {
    const folder = mkdtempSync(join(tmpdir(), 'pipkin-cut-'))
    const name = '.s.PGSQL.5432'
    const real = join(/host=([^&]*)/.exec(url)?.[1] ?? '', name)
    const server = createServer((socket) => {
      const behind = connectTo(real)
      behind.on('error', () => undefined).pipe(socket.on('error', () => undefined))
      socket.on('data', (sent) => {
        if (endOn(String(sent))) socket.destroy()
        else behind.write(sent)
      })
      socket.on('close', () => behind.destroy())
    })
    await new Promise<void>((done) => {
      server.listen(join(folder, name), done)
    })
    return {
      folder,
      close() {
        server.close()
        rmSync(folder, { recursive: true })
      },
    }
  }
})

describe('after a deadlock, or a plan during a move', () => {
  const lock = sql`select pg_advisory_xact_lock($1)`

  test('OUT-15 the transaction that PostgreSQL undid runs again', async () => {
    const deadlocks: string[] = []
    const database = await listening(({ message }) => deadlocks.push(message))
    const both = Promise.withResolvers<void>()
    let runs = 0
    const take = (first: number, second: number) =>
      database.transaction(async (inside) => {
        await inside.rows(lock, [first])
        runs += 1
        if (runs === 2) both.resolve()
        await both.promise
        await inside.rows(lock, [second])
      })
    await Promise.all([take(1, 2), take(2, 1)])
    expect(deadlocks).toEqual(['deadlock detected'])
    expect(runs).toBe(3)
  })

  test.each([
    ['40P01', 'deadlock detected'],
    // On a cluster.
    ['40P01', 'canceling the transaction since it was involved in a distributed deadlock'],
    ['0A000', 'found no worker with all shard placements'],
  ])(
    'OUT-15 a statement runs again, also when it is undone again, but not for ever: %s %s',
    async (code, words) => {
      const database = await listening(() => undefined)
      // It counts on, where all else is undone.
      await database.rows(sql`create sequence ledger.tries`)
      await database.rows(sql`
        create function ledger.succeed_at(p_try integer, p_code text, p_words text)
        returns void
        language plpgsql as $$
        begin
          if nextval('ledger.tries') < p_try then
            raise using errcode = p_code, message = p_words;
          end if;
        end $$`)
      const attempt = sql`select ledger.succeed_at($1, $2, $3)`
      expect(await database.rows(attempt, [4, code, words])).toHaveLength(1)
      await expect(database.rows(attempt, [9, code, words])).rejects.toMatchObject({ code })
      expect(await database.rows(sql`select last_value from ledger.tries`)).toEqual([
        { last_value: 8n },
      ])
    },
  )

  async function listening(onDeadlock: (error: Error) => void) {
    const { ownerUrl } = await freshDatabaseForTest()
    const database = connect(ownerUrl, { connections: 2, onError: () => undefined, onDeadlock })
    onTestFinished(() => database.close())
    return database
  }
})
