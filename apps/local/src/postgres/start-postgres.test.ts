import { spawn, spawnSync } from 'node:child_process'
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
import { afterEach, describe, expect, test, vi } from 'vitest'
import { commandLine } from '../command-line.ts'
import type { Account } from '../guarded-child.ts'
import { launch, makeDataDir, type Parent, startInParent, waysToRun } from '../testing/start-in-parent.ts'
import { packagedBinaries } from './binaries.ts'

vi.setConfig({ testTimeout: 60_000 })
const script = ['postgres/start-postgres.ts', 'startPostgres'] as const
type Started = Parent<{ ownerUrl: string; pid: number }>

const running: Started[] = []
const folders: string[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.end()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

async function start(options: { dataDir: string; native?: string; cache?: string }, account?: Account) {
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
  function dataFolder() {
    const dataDir = makeDataDir(account)
    folders.push(dirname(dataDir))
    return dataDir
  }

  async function startWithRow(dataDir: string) {
    const server = await start({ dataDir }, account)
    await query(server.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS n')
    return server
  }

  async function expectRow(server: Started) {
    expect(await query(server.ownerUrl, 'SELECT n FROM kept')).toEqual([[7]])
  }

  test('gives a durable database with its roles, reachable by nothing but its socket', async () => {
    const server = await start({ dataDir: dataFolder() }, account)
    const settings = ['data_checksums', 'fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses']
    expect(
      await query(server.ownerUrl, `SELECT ${settings.map((name) => `current_setting('${name}')`)}`),
    ).toEqual([['on', 'on', 'on', 'on', '']])
    const roles = `SELECT rolname, rolsuper, rolcanlogin FROM pg_roles WHERE rolname LIKE 'pipkin%' ORDER BY 1`
    expect(await query(server.ownerUrl, roles)).toEqual([
      ['pipkin_app', false, false],
      ['pipkin_login', false, true],
      ['pipkin_owner', false, true],
    ])
    await query(server.ownerUrl, 'CREATE EXTENSION pgcrypto')
    expect(await query(server.ownerUrl, `SELECT encode(digest('', 'sha1'), 'hex')`)).toEqual([
      ['da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ])
    const asLogin = server.ownerUrl.replace('pipkin_owner', 'pipkin_login')
    expect(await query(asLogin, `SELECT current_user, pg_has_role('pipkin_app', 'USAGE')`)).toEqual([
      ['pipkin_login', true],
    ])
  })

  test('keeps its rows and leaves no socket folder behind when it is stopped', async () => {
    const dataDir = dataFolder()
    const server = await startWithRow(dataDir)
    await server.end()
    expect(commandLine(server.pid)).toBe('')
    expect(existsSync(socketFolder(server))).toBe(false)
    await expectRow(await start({ dataDir }, account))
  })

  test('refuses a second start by name', async () => {
    const dataDir = dataFolder()
    const first = await start({ dataDir }, account)
    await expect(start({ dataDir }, account)).rejects.toThrow(
      `Another Pipkin (process ${first.process.pid}) already uses ${join(dataDir, 'postgres')}`,
    )
  })

  test('ends with a parent that is killed, and starts again', async () => {
    const dataDir = dataFolder()
    const server = await startWithRow(dataDir)
    await server.kill()
    await expect.poll(() => commandLine(server.pid), { timeout: 10_000 }).toBe('')
    const again = await start({ dataDir }, account)
    await expectRow(again)
    expect(existsSync(socketFolder(server))).toBe(false)
  })

  test('starts again at once after a kill of the parent, while the old server still stops', async () => {
    const dataDir = dataFolder()
    const server = await startWithRow(dataDir)
    await server.kill()
    await expectRow(await start({ dataDir }, account))
    expect(commandLine(server.pid)).toBe('')
  })

  test('starts again after a kill of parent and server', async () => {
    const dataDir = dataFolder()
    const server = await startWithRow(dataDir)
    process.kill(server.pid, 'SIGKILL')
    await server.kill()
    await expectRow(await start({ dataDir }, account))
  })

  test('starts again over a pid file whose pid belongs to something else', async () => {
    const dataDir = dataFolder()
    const server = await startWithRow(dataDir)
    process.kill(server.pid, 'SIGKILL')
    await server.kill()
    const { uid, gid } = statSync(join(dataDir, 'postgres/cluster'))
    const other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {})
    const path = join(dataDir, 'postgres/cluster/postmaster.pid')
    writeFileSync(path, readFileSync(path, 'utf8').replace(String(server.pid), String(other.pid)))
    await expectRow(await start({ dataDir }, account)).finally(() => other.kill())
  })

  test.runIf(process.platform === 'linux')('stops a server that lost both parent and watcher', async () => {
    const dataDir = dataFolder()
    const server = await startWithRow(dataDir)
    process.kill(watcherOf(server.pid), 'SIGKILL')
    await server.kill()
    expect(commandLine(server.pid)).not.toBe('')
    await expectRow(await start({ dataDir }, account))
    expect(commandLine(server.pid)).toBe('')
  })

  test('starts afresh after a kill in the middle of initdb', async () => {
    const dataDir = dataFolder()
    const place = join(dataDir, 'postgres')
    const parent = launch(script, { dataDir }, account)
    await expect
      .poll(() => unfinished(place).some((one) => existsSync(join(one, 'global'))), { timeout: 30_000 })
      .toBe(true)
    parent.kill('SIGKILL')
    await start({ dataDir }, account)
    expect(readdirSync(place).sort()).toEqual(['cluster', 'lock', 'sockets'])
  })

  test('runs from a package without its links, in a place that is closed to the account', async () => {
    const dataDir = dataFolder()
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
    const line = existsSync(`/proc/${name}/cmdline`) ? readFileSync(`/proc/${name}/cmdline`, 'utf8') : ''
    if (line.startsWith('/bin/sh') && line.endsWith(wanted)) return Number(name)
  }
  throw new Error(`no watcher of ${pid}`)
}

/**
 * A package as npm unpacks it, in a place where PostgreSQL can't run it: for root a folder closed to the
 * account that PostgreSQL gets, for others one they can't write to.
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
