import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patience } from '../../../tools/patience.ts'
import { httpClient } from '../../server/test/calls/http-client.ts'
import { root } from './build.ts'
import { freePort } from './testing/free-port.ts'
import { makeDataDir } from './testing/start-in-parent.ts'

/** `npm start` as a newcomer runs it, from outside. */

let dataDir: string
beforeEach(() => {
  dataDir = makeDataDir()
})
afterEach(() => rmSync(dirname(dataDir), { recursive: true, force: true }))

interface Started {
  readonly npm: ChildProcess
  readonly url: string
  readonly lines: readonly string[]
  /** A signal to npm and all in its process group, as Ctrl-C sends it. */
  signalGroup(signal: NodeJS.Signals): void
}

async function start(port: number, settings: NodeJS.ProcessEnv = {}): Promise<Started> {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      PIPKIN_DATA: dataDir,
      PIPKIN_RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const lines: string[] = []
  let complaints = ''
  npm.stderr.on('data', (text) => {
    complaints += text
  })
  for await (const line of createInterface(npm.stdout)) {
    lines.push(line)
    const url = /^Pipkin is ready: (.*)$/.exec(line)?.[1]
    if (url && npm.pid) {
      const { pid } = npm
      npm.stdout.resume()
      return { npm, url, lines, signalGroup: (signal) => process.kill(-pid, signal) }
    }
  }
  throw new Error(complaints)
}

/**
 * The processes that have the data folder in their environment or on their command line, or run out
 * of it.
 */
function left(): string[] {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,args='], { encoding: 'utf8' })
  return table.split('\n').filter((line) => {
    const pid = Number(line.trim().split(' ', 1)[0])
    if (!pid || pid === process.pid || line.includes('ps -e -o')) return false
    return line.includes(dataDir) || environmentOf(pid).includes(dataDir)
  })
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}

const gone = () => expect.poll(left).toEqual([])

test('comes up, alone in its data folder, keeps what it has, and leaves nothing behind: Ctrl-C, SIGTERM, kill -9 of npm', async () => {
  const port = await freePort()
  const first = await start(port)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${first.url}/api/docs/`)).status).toBe(200)
  const before = await (await fetch(`${first.url}/api/receiptKey`)).json()
  const house = await chainInfo(first.url)
  await openAccount(first.url)
  expect(await holdsAfterReset(first.url)).toEqual([])
  await expect(start(await freePort())).rejects.toThrow('Another Pipkin')
  first.signalGroup('SIGINT')
  await gone()

  const second = await start(port, { PIPKIN_RATE_LIMITS: 'on' })
  expect(second.lines.join('\n')).toContain('web app as built before')
  expect(await (await fetch(`${second.url}/api/receiptKey`)).json()).toEqual(before)
  expect(await chainInfo(second.url)).toEqual(house)
  if (hasCurl) {
    const { printed, shown } = callsOfReadme(second.url)
    expect(printed).toBe(shown)
  }
  second.npm.kill('SIGTERM')
  await gone()

  const third = await start(port, { HOLD_HOURS: '24' })
  expect(await holdsAfterReset(third.url)).toMatchObject([{ what: 'withdraw' }, { what: 'send' }])
  third.npm.kill('SIGKILL')
  await gone()
})

test("a port in use is said in a sentence, before anything starts, the back office's too", async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const taken = typeof address === 'object' && address ? address.port : 0
  const refusal = (setting: string) =>
    new Error(`${setting} ${taken} is in use: stop what uses it, or set another one.\n`)
  await expect(start(taken)).rejects.toThrow(refusal('PORT'))
  await gone()
  const port = await freePort()
  await expect(start(port, { DESK_PORT: String(taken) })).rejects.toThrow(refusal('DESK_PORT'))
  await gone()
  expect(readdirSync(dataDir)).toEqual([])
  server.close()
})

test('a number that is no port is said in a sentence, before anything starts', async () => {
  await expect(start(80_000)).rejects.toThrow(
    new Error('PORT must be a whole number from 0 to 65535, but is "80000".\n'),
  )
  await expect(start(await freePort(), { DESK_PORT: '80000' })).rejects.toThrow(
    new Error('DESK_PORT must be a whole number from 0 to 65535, but is "80000".\n'),
  )
  expect(readdirSync(dataDir)).toEqual([])
})

test('an old Node prints what to do', () => {
  const old = ['/usr/bin/node', '/usr/local/bin/node'].find(
    (path) =>
      existsSync(path) && /^v(1|20|21)/.test(execFileSync(path, ['-v'], { encoding: 'utf8' })),
  )
  const [command, args] = old
    ? [old, ['tools/run.mjs', 'start']]
    : [
        process.execPath,
        [
          '-e',
          "Object.defineProperty(process.versions,'node',{value:'20.1.0'});process.argv=[process.argv[0],'run.mjs','start'];import('./tools/run.mjs')",
        ],
      ]
  expect(() => execFileSync(command, args, { cwd: root, stdio: 'pipe' })).toThrow(
    /Pipkin needs Node 22\.22 or newer/,
  )
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

/** What the README's calls print, and what it shows below them; ids and hashes are left out. */
function callsOfReadme(url: string): { readonly printed: string; readonly shown: string } {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, script = '', shown = ''] =
    /```sh\n(post\(\) \{[^`]*)```\n+```\n([^`]*)```/.exec(readme) ?? []
  const printed = execFileSync(
    'sh',
    ['-c', script.replaceAll('localhost:3000', new URL(url).host)],
    {
      // It keeps its cookies here.
      cwd: dirname(dataDir),
      encoding: 'utf8',
    },
  )
  const known = (text: string) => text.trim().replace(/[0-9a-f]{64}|(?<="id":)\d{8}/g, '…')
  return { printed: known(printed), shown: known(shown) }
}

/** Resets the password by mail: what holds the money afterwards. */
async function holdsAfterReset(url: string): Promise<unknown> {
  const browser = httpClient(url)
  await browser.post('forgotPassword', { email: person.email })
  const token = await mailed(url, /reset-password#(\S+)/)
  const password = 'big-pots-2'
  expect((await browser.post('resetPassword', { token, password })).body.Status).toBe(true)
  await browser.post('userLogin', { Mobile_No: mobile, Password: password })
  const { body } = await browser.send('security', {})
  return Object(body.Data).holds
}

const person = { email: 'meera@example.com', name: 'Meera' }
const mobile = '9123456780'

async function openAccount(url: string): Promise<void> {
  const browser = httpClient(url)
  await browser.post('accountVerification', { ...person, otp: '', regenerate: true })
  const otp = await mailed(url, /code is (\d{4})/)
  await browser.post('accountVerification', { ...person, otp, regenerate: false })
  const account = { Name: person.name, Email_Id: person.email, Mobile_No: mobile }
  await browser.post('signUp', { ...account, Password: 'small-pots-1' })
}

/** What the newest mail that has it says. */
const mailed = (url: string, wanted: RegExp) =>
  vi.waitUntil(async () => {
    const mails = (await (await fetch(`${url}/dev/mail`)).json()) as { text: string }[]
    return mails.flatMap(({ text }) => wanted.exec(text)?.[1] ?? [])[0]
  }, patience)

/** The chain's first block and the token are the same after a start on the same data. */
async function chainInfo(url: string): Promise<unknown> {
  const response = await fetch(`${url}/dev/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: ['0x0', false],
    }),
  })
  const { result } = (await response.json()) as { result: { hash: string } }
  return result.hash
}
