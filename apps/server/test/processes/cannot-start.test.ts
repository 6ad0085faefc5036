import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifierText } from '@pipkin/log'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { serverProcess } from '../../../local/src/server-process.ts'
import { ed25519Key } from '../../src/platform/process/ed25519-key.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { startApiProcess, startWaitingWorker } from './api-process.ts'

/** What a person reads if a process can't start: a sentence, and no stack trace. */

let db: TestDatabase
/** A port that is in use. */
let taken: string

beforeAll(async () => {
  db = await freshDatabase()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  taken = String(typeof address === 'object' ? address?.port : '')
  return async () => {
    server.close()
    await db.close()
  }
})

const inUse = (setting: string) =>
  `${setting} ${taken} is in use: stop what uses it, or set another one.\n`

async function run(
  args: readonly string[],
  env: Record<string, string> = {},
  code = 1,
): Promise<string> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  expect(await once(child, 'close')).toEqual([code, null])
  return said
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'pipkin-start-'))
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}

const startApi = (settings: Record<string, string>) =>
  startApiProcess({ DATABASE_URL: db.url, LOG_LEVEL: 'silent', ...settings })

test.each(['PORT', 'METRICS_PORT'])('an API whose %s is in use', async (setting) => {
  await expect(startApi({ [setting]: taken })).rejects.toThrow(
    `the API ended with 1: ${inUse(setting)}`,
  )
})

test('an API whose address is not one of this machine', async () => {
  await expect(startApi({ HOST: '192.0.2.1' })).rejects.toThrow(
    /^the API ended with 1: HOST and PORT are no place to listen at \(listen EADDRNOTAVAIL.*\): set others\.\n$/,
  )
})

test('an API whose WATERMARK_FILE can’t be written', async () => {
  await expect(startApi({ WATERMARK_FILE: '/nowhere/watermark' })).rejects.toThrow(
    /WATERMARK_FILE can't be written \(ENOENT: .*\): make its folder, or name another file\.\n$/,
  )
})

test('an API whose login is turned away', async () => {
  const DATABASE_URL = db.url.replace(/\/\/[^:@]+/, '//pipkin_of_nowhere')
  await expect(startApi({ DATABASE_URL })).rejects.toThrow(
    /^the API ended with 1: The database can't be used: .*pipkin_of_nowhere.*\.\n$/,
  )
})

test('a worker whose WORKER_METRICS_PORT is in use', async () => {
  const worker = await startWaitingWorker({
    DATABASE_URL: db.workerUrl,
    WORKER_METRICS_PORT: taken,
    LOG_LEVEL: 'silent',
  })
  onTestFinished(worker.close)
  expect(await worker.ended).toBe(1)
  expect(worker.log()).toBe(inUse('WORKER_METRICS_PORT'))
})

test.each(['audit', 'chaos', 'model', 'rings'])('%s with an option that it lacks', async (name) => {
  expect(await run(['tools/run.mjs', name, '--ful'])).toMatch(/^Unknown option '--ful'.*\n$/)
})

test('a back office whose DESK_PORT is in use', async () => {
  const dir = await folder()
  await writeFile(join(dir, 'index.html'), '<title>Pipkin back office</title>')
  const said = await run(serverProcess('desk'), {
    OPERATOR_DATABASE_URL: db.operatorUrl,
    FACTOR_KEY: randomBytes(32).toString('hex'),
    DESK_PORT: taken,
    DESK_WEB_DIR: dir,
    LOG_LEVEL: 'silent',
  })
  expect(said).toBe(inUse('DESK_PORT'))
})

test('a witness whose port is in use, or whose log does not answer', async () => {
  const witness = [
    'apps/witness/src/main.ts',
    '--dir',
    await folder(),
    '--log',
    'http://127.0.0.1:1/log',
  ]
  const { publicKey } = ed25519Key(randomBytes(32))
  const key = verifierText({ name: 'pipkin.example/log', type: 'note', publicKey })
  expect(await run([...witness, '--log-key', key, '--port', taken])).toBe(inUse('--port'))
  expect(await run(witness)).toBe(
    "http://127.0.0.1:1/log/key doesn't answer: start the log, or give --log-key.\n",
  )
})

test('a witness whose log ends in the middle of its answer', async () => {
  const log = createHttpServer((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('pipkin', () => response.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void log.close())
  await once(log, 'listening')
  const address = log.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/log`
  const witness = ['apps/witness/src/main.ts', '--dir', await folder(), '--log', url]
  expect(await run(witness)).toBe(`${url}/key doesn't answer: start the log, or give --log-key.\n`)
})

test('a witness whose name no one could read in its lines', async () => {
  const witness = ['apps/witness/src/main.ts', '--log', 'http://127.0.0.1:1/log']
  for (const name of ['my witness', 'a+b', ''])
    expect(await run([...witness, '--name', name], {}, 2)).toMatch(
      /^--name takes one without spaces and without a plus\.\n/,
    )
})
