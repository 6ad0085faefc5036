import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import * as passkeyLibrary from '@simplewebauthn/browser'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildWeb, webDirectory } from '../local/src/build.ts'
import { keepForms } from './build/keep-forms.ts'
import { ofOneMachine, refuseLocal } from './refuse-local.ts'

type Output = Rolldown.RolldownOutput['output']

let files: Output
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('PIPKIN_LOCAL', '0')
  const configFile = join(import.meta.dirname, 'vite.config.ts')
  const options = { configFile, logLevel: 'silent', build: { write: false } } as const
  files = ((await build(options)) as Rolldown.RolldownOutput).output
})
afterAll(() => void vi.unstubAllEnvs())

type File = Output[number]
const bytesOf = (file: File): Buffer => Buffer.from(file.type === 'chunk' ? file.code : file.source)
const named = (name: string): File => {
  const file = files.find(({ fileName }) => fileName === name)
  if (!file) throw new Error(`the build has no ${name}`)
  return file
}
const pages = () => files.filter(({ fileName }) => fileName.endsWith('.html'))
const chunks = () => files.filter((file) => file.type === 'chunk')
const gzipped = (file: File) => bytesOf(named(`${file.fileName}.gz`)).length

/** A chunk with everything that it imports, directly or through others. */
function closure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const next of chunks().find(({ fileName }) => fileName === name)?.imports ?? [])
    closure(next, found)
  return found
}
const sizeOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipped(named(name)), 0)

const entry = () => {
  const found = chunks().find(({ isEntry }) => isEntry)
  if (!found) throw new Error('the build has no entry')
  return found
}

const ofModule = (path: RegExp) =>
  chunks().flatMap((chunk) => (path.test(chunk.facadeModuleId ?? '') ? chunk.fileName : []))

/** Builds a script from the text alone. */
async function buildText(text: string): Promise<string> {
  const entry = join(import.meta.dirname, 'src/text.js')
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'text',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? text : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}

/** The first load, and what lets a screen read. */
function whatScreensShare(): Set<string> {
  const [reading = ''] = ofModule(/api.with-queries\.tsx$/)
  return new Set([...closure(entry().fileName), ...closure(reading)])
}

describe('what a browser is sent, in bytes of gzip', () => {
  test('the first load: at most 85 kB of JavaScript, and at most 110 kB with what lets a screen read', () => {
    expect(sizeOf(closure(entry().fileName))).toBeLessThanOrEqual(85_000)
    expect(sizeOf(whatScreensShare())).toBeLessThanOrEqual(110_000)
  })

  test('the first load has neither the cache nor the calls', () => {
    const modules = [...closure(entry().fileName)].flatMap(
      (name) => chunks().find(({ fileName }) => fileName === name)?.moduleIds ?? [],
    )
    expect(modules.length).toBeGreaterThan(50)
    expect(modules.filter((id) => /@tanstack|packages.contract/.test(id))).toEqual([])
  })

  test('each page with its styles: at most 10 kB', () => {
    expect(pages().length).toBeGreaterThan(30)
    for (const page of pages()) expect(gzipped(page), page.fileName).toBeLessThanOrEqual(10_000)
  })

  test('each screen that is loaded when it is opened: at most 35 kB more', () => {
    const { dynamicImports } = entry()
    const shared = whatScreensShare()
    expect(dynamicImports.length).toBeGreaterThan(30)
    // A game's page is a frame, for money or for play money, and the game's table.
    const frames = ofModule(/games.table.(real|demo)-game\.tsx$/)
    const tables = ofModule(/games.[^\\/]+.table\.tsx$/)
    const gamePages = frames.flatMap((frame) => tables.map((table) => [frame, table]))
    expect(gamePages).toHaveLength(8)
    for (const screen of [...dynamicImports.map((name) => [name]), ...gamePages]) {
      const loaded = new Set(screen.flatMap((name) => [...closure(name)]))
      expect(
        sizeOf([...loaded].filter((name) => !shared.has(name))),
        screen.join(' with '),
      ).toBeLessThanOrEqual(35_000)
    }
  })

  test('no script has the solver of returns', () => {
    const modules = chunks().flatMap(({ moduleIds }) => moduleIds)
    expect(modules.filter((id) => /games.src.mines.rules\.ts$/.test(id))).toHaveLength(1)
    expect(modules.filter((id) => /[\\/](game-)?returns([\\/]index)?\.ts$/.test(id))).toEqual([])
  })

  const ofPasskeys = /simplewebauthn.browser/

  test('passkeys: at most 4 kB, and only where one is used', () => {
    const withIt = chunks().filter(({ moduleIds }) => moduleIds.some((id) => ofPasskeys.test(id)))
    expect(withIt.length).toBeGreaterThan(0)
    expect(withIt.filter(({ fileName }) => whatScreensShare().has(fileName))).toEqual([])
    expect(sizeOf(withIt.map(({ fileName }) => fileName))).toBeLessThanOrEqual(4_000)
  })

  test('of them the library: at most 3 kB', async () => {
    // The exports that the app uses; only these are in the bundle.
    const taken = chunks()
      .flatMap(({ modules }) => Object.entries(modules))
      .flatMap(([id, { renderedExports }]) => (ofPasskeys.test(id) ? renderedExports : []))
      .filter((name) => name in passkeyLibrary)
    expect(taken).toContain('startAuthentication')
    const library = await buildText(
      `export { ${[...new Set(taken)].join(', ')} } from '@simplewebauthn/browser'`,
    )
    const bytes = gzipSync(library, { level: 9 }).length
    expect(bytes).toBeGreaterThan(1_000)
    expect(bytes).toBeLessThanOrEqual(3_000)
  })

  test('the most common passwords: at most 13 kB, and only where a new one is typed', () => {
    const [name = '', ...more] = ofModule(/forms.common-passwords\.ts$/)
    expect(more).toEqual([])
    expect(sizeOf([name])).toBeLessThanOrEqual(13_000)
    expect(chunks().filter(({ imports }) => imports.includes(name))).toEqual([])
  })

  test('the chain library comes only with a deposit', () => {
    const withChain = chunks().filter(({ moduleIds }) =>
      moduleIds.some((id) => /node_modules.viem/.test(id)),
    )
    const screens = chunks().filter((chunk) =>
      [...closure(chunk.fileName)].some((name) =>
        withChain.some(({ fileName }) => fileName === name),
      ),
    )
    expect(withChain.length).toBeGreaterThan(0)
    for (const { facadeModuleId, fileName } of screens)
      if (facadeModuleId)
        expect(facadeModuleId, fileName).toMatch(/src.screens.wallet.deposit|node_modules.viem/)
  })
})

test('what a page loads first is compiled ahead, and React’s own errors note no stack', () => {
  const scripts = [...whatScreensShare()]
    .map((name) => bytesOf(named(name)).toString())
    // Leave out chunks that only import others.
    .filter(({ length }) => length > 1_000)
  expect(scripts.length).toBeGreaterThan(1)
  for (const script of scripts) expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  const all = scripts.join('\n')
  expect(all).not.toMatch(/=Error\(\w+\(519\)\)/)
  expect(all.match(/=\{__proto__:Error\.prototype\}/g)).toHaveLength(5)
})

test('no component in what a page loads first has a name for debuggers, but for React’s own', () => {
  const scripts = [...whatScreensShare()].map((name) => bytesOf(named(name)).toString()).join('\n')
  expect(scripts.match(/\w+\.displayName=/g)).toEqual(['DetermineComponentFrameRoot.displayName='])
})

test('each text is there in brotli and in gzip as well, the same to the byte', () => {
  const texts = files.filter(({ fileName }) => /\.(html|js|css|svg)$/.test(fileName))
  expect(texts.length).toBeGreaterThan(60)
  for (const file of texts) {
    expect(
      brotliDecompressSync(bytesOf(named(`${file.fileName}.br`))).equals(bytesOf(file)),
      file.fileName,
    ).toBe(true)
    expect(
      gunzipSync(bytesOf(named(`${file.fileName}.gz`))).equals(bytesOf(file)),
      file.fileName,
    ).toBe(true)
  }
})

test('the screens that are the same for all come with their markup, and every page has its title', () => {
  const text = (name: string) => bytesOf(named(name)).toString()
  for (const [page, says] of [
    ['index', 'Most Popular Games'],
    ['start', 'Have an Account? Login'],
    ['login', 'Welcome back'],
    ['signup', 'Referral code'],
    ['account/terms-conditions', '>Terms &amp; Conditions</h1>'],
    ['games', '>Games</h1>'],
    ['demo-games/mines', 'Place a bet'],
    ['activities', 'Previous Activity'],
    ['account/wallet', 'My Wallet'],
    ['notifications', '>Notifications</h1>'],
  ])
    expect(text(`${page}.html`)).toContain(says)
  expect(text('login.html')).toContain('<title>Login · Pipkin</title>')
  // With the class, a visitor's browser hides the page until the scripts have come.
  expect(text('games.html')).toContain('<div id="root" class="for-players">')
  expect(text('start.html')).toContain('<div id="root"><')
  // Pages with a form, and only these, have the script that keeps forms.
  for (const { fileName } of pages().filter(({ fileName }) => fileName !== 'verify.html'))
    expect(text(fileName).includes(keepForms), fileName).toBe(text(fileName).includes('<form'))
  expect(text('login.html')).toMatch(/<form[^>]* method="post"/)
  expect(text('signup.html')).toMatch(/<form[^>]* method="post"/)
  expect(text('shell.html')).toContain('<div id="root"></div>')
})

test('the worker keeps every page with markup and every script', () => {
  const worker = bytesOf(named('sw.js')).toString()
  // The hash in a file's name may hold two underscores of its own.
  expect(worker).not.toMatch(/__(VERSION|PAGES|FILES)__/)
  for (const page of pages())
    expect(worker.includes(`"/${page.fileName}"`), page.fileName).toBe(
      page.fileName === 'shell.html' || !bytesOf(page).includes('<div id="root"></div>'),
    )
  for (const { fileName } of chunks())
    expect(worker.includes(`"/${fileName}"`), fileName).toBe(true)
})

const everything = (texts: readonly Buffer[]) => texts.join('\n')

test('SERVED-07 nothing of the demo wallet is in a production build', () => {
  expect(everything(files.map(bytesOf))).not.toMatch(ofOneMachine)
})

test('the local default’s build has it, so that the test above means something', async () => {
  await buildWeb()
  const names = readdirSync(webDirectory, { recursive: true, encoding: 'utf8' })
  const scripts = names.filter((name) => name.endsWith('.js'))
  const sent = everything(scripts.map((name) => readFileSync(join(webDirectory, name))))
  for (const text of ['local.pipkin.demo-wallet', 'Use the demo wallet', '/dev/rpc', '/dev/faucet'])
    expect(sent).toContain(text)
})

test.each([
  ['the demo wallet', 'const rdns = "local.pipkin.demo-wallet"; export default rdns', {}],
  ['a call of one machine', 'export default fetch("/dev/faucet")', {}],
  ['a source map', 'export default 1', { sourcemap: true }],
])('a production build with %s in it fails', async (_, code, options) => {
  const planted = build({
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name: 'planted', resolveId: (id) => id, load: () => code }, refuseLocal()],
    build: { write: false, lib: { entry: 'planted.js', formats: ['es'] }, ...options },
  })
  await expect(planted).rejects.toThrow(/production build/)
})
