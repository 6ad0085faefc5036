import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../local/src/testing/free-port.ts'
import { freshDatabaseForTest } from '../../test/database/fresh-database.ts'

/** The back office as production starts it. */

async function start(more: Record<string, string> = {}) {
  const db = await freshDatabaseForTest()
  const web = await mkdtemp(join(tmpdir(), 'pipkin-desk-'))
  await writeFile(join(web, 'index.html'), '<title>Pipkin back office</title>')
  const child = spawn(process.execPath, ['tools/run.mjs', 'desk'], {
    env: {
      ...process.env,
      OPERATOR_DATABASE_URL: db.operatorUrl,
      FACTOR_KEY: randomBytes(32).toString('hex'),
      DESK_PORT: String(await freePort()),
      DESK_WEB_DIR: web,
      ...more,
    },
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(web, { recursive: true })
  })
  return { child, ended }
}

test('the back office prints its address and the first operator’s link, and serves its page on any screen', async () => {
  const { child } = await start()
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.startsWith('Back office: ')) break
  }
  const url = lines.at(-1)?.replace('Back office: ', '') ?? ''
  expect(lines[0]).toMatch(
    new RegExp(`^First operator: ${url.replaceAll('.', '\\.')}/enter#[\\w-]{43}$`),
  )
  for (const path of ['/', '/payouts', '/players/12345678'])
    expect(await (await fetch(`${url}${path}`)).text()).toContain('Pipkin back office')
  expect((await fetch(`${url}/desk/api/readNow`)).status).toBe(401)
})

test('the back office waits for a database that is not there yet, and serves its page meanwhile', async () => {
  const db = await freshDatabaseForTest()
  const [, sockets = ''] = /[?&]host=([^&]+)/.exec(db.operatorUrl) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-sockets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const away = join(folder, 'away')
  const { child } = await start({
    OPERATOR_DATABASE_URL: db.operatorUrl.replace(sockets, away),
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const url = (await lines.next()).value?.replace('Back office: ', '')
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
  expect(await statusOf('/healthz')).toBe(200)
  expect(await statusOf('/payouts')).toBe(200)
  expect(await statusOf('/desk/api/readNow')).toBe(503)
  await symlink(sockets, away)
  expect((await lines.next()).value).toMatch(/^First operator: /)
  while ((await statusOf('/desk/api/readNow')) === 503);
  expect(await statusOf('/desk/api/readNow')).toBe(401)
})

test('the back office does not start on an address that a browser reaches in the clear', async () => {
  const { child, ended } = await start({ DESK_URL: 'http://desk.example' })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  expect((await ended)[0]).toBe(1)
  expect(said).toBe('DESK_URL must begin with https://, but is http://desk.example.\n')
})
