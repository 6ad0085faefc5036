import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { commandLine } from '../../../local/src/command-line.ts'
import { flagsOf, scriptOf } from '../../../local/src/server-process.ts'
import { childrenOf } from '../../../local/src/testing/children-of.ts'
import { freePort } from '../../../local/src/testing/free-port.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { type ServerProcess, startApiByScript, startInProduction, until } from './api-process.ts'

/** `NODE_ENV=production npm start`, on a real database and a chain that is down. */

const houseKey = '5'.repeat(64)
let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

async function start(): Promise<ServerProcess> {
  const product = await startInProduction({
    DATABASE_URL: db.url,
    WORKER_DATABASE_URL: db.workerUrl,
    HOUSE_KEY: houseKey,
    LOG_KEY: '7e'.repeat(32),
    WORKER_METRICS_PORT: String(await freePort()),
  })
  onTestFinished(() => product.close())
  return product
}

/** Linux alone lists what a process has started. */
describe.runIf(process.platform === 'linux')('in production', () => {
  const partOf = (product: ServerProcess, name: 'api' | 'worker'): number =>
    childrenOf(product.pid).find((pid) => commandLine(pid).includes(`/dist/${name}.js`)) ?? 0
  const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')

  test('the API has the flags of start:api, only the worker has what is its own, and both go when asked', async () => {
    const product = await start()
    const [api, worker] = [partOf(product, 'api'), partOf(product, 'worker')]
    expect(flagsOf('api')).toContain('--no-allocation-site-pretenuring')
    expect(commandLine(api).split('\0')).toEqual(expect.arrayContaining(flagsOf('api')))
    expect(environmentOf(worker)).toContain(`HOUSE_KEY=${houseKey}`)
    expect(environmentOf(api).join()).not.toMatch(/HOUSE_KEY|LOG_KEY|WORKER_DATABASE_URL/)

    product.signal('SIGTERM')
    expect(await product.ended).toBe(0)
    expect([commandLine(api), commandLine(worker)]).toEqual(['', ''])
  })

  test('npm’s shell becomes the API, so a signal reaches it and none is left behind', async () => {
    const api = await startApiByScript({ DATABASE_URL: db.url })
    const pids = [api.pid, ...childrenOf(api.pid)]
    onTestFinished(async () => {
      for (const pid of pids) if (commandLine(pid) !== '') process.kill(pid, 'SIGKILL')
      await api.close()
    })
    expect(commandLine(api.pid)).toContain('tools/run.mjs\0api')
    expect(pids).toEqual([api.pid])
    api.signal('SIGTERM')
    expect(await api.ended).toBe(0)
  })

  test.each(['worker', 'desk'] as const)('npm’s shell becomes the %s', (part) => {
    expect(scriptOf(part)).toMatch(/^exec node .*tools\/run\.mjs /)
  })

  test.each(['api', 'worker'] as const)(
    'when the %s ends by itself, the other one is stopped',
    async (name) => {
      const product = await start()
      const [api, worker] = [partOf(product, 'api'), partOf(product, 'worker')]
      process.kill(name === 'api' ? api : worker, 'SIGKILL')
      expect(await product.ended).toBe(1)
      expect(product.log()).toContain(
        'The API or the worker ended by itself, so both were stopped: read why in its log, then start again.',
      )
      await until(async () => commandLine(api) + commandLine(worker) === '')
    },
  )
})

test('a setting that is missing is named before anything starts', async () => {
  const product = startInProduction({ DATABASE_URL: db.url, WORKER_DATABASE_URL: db.workerUrl })
  await expect(product).rejects.toThrow('HOUSE_KEY is not set')
})
