import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../process/log.ts'
import { createServer } from './create-server.ts'
import { serveWeb } from './serve-web.ts'

let directory: string
let server: FastifyInstance
let url: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pipkin-static-'))
  await mkdir(join(directory, 'assets'))
  await mkdir(join(directory, 'account'))
  for (const [page, title] of [
    ['index', 'home'],
    ['start', 'start'],
    ['account/terms', 'terms'],
    ['shell', 'shell'],
  ])
    await writeFile(join(directory, `${page}.html`), `<!doctype html><title>${title}</title>`)
  await writeFile(join(directory, 'assets/app-1a2b.js'), 'export {}')
  await writeFile(join(directory, 'assets/app-1a2b.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(directory, 'assets/app-1a2b.js.gz'), gzipSync('export {}'))
  server = await createServer({
    log: createLog('silent'),
    metrics: new Registry(),
    publicOrigin: 'http://localhost:3000',
    trustProxy: false,
  })
  await serveWeb(server, directory, {
    shell: 'shell.html',
    closed: /^\/closed(\/|$)/,
    redirects: { '/.well-known/change-password': '/account/change-password' },
  })
  url = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

const get = (path: string) =>
  fetch(`${url}${path}`, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })

test.each([
  ['/', 'home'],
  ['/?code=ABC', 'home'],
  ['/start', 'start'],
  ['/account/terms', 'terms'],
  ['/account/wallet', 'shell'],
  ['/fairness/AJiWnQGh', 'shell'],
  // What can't be decoded.
  ['/50%-off?from=100%', 'shell'],
  ['/%ff', 'shell'],
  ['/%2e%2e%2fstart%', 'shell'],
])('%s is the page of %s, asked for anew each time', async (path, title) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain(`<title>${title}</title>`)
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test.each([
  ['gzip, br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('who takes %s is sent %s', async (accepted, encoding) => {
  const response = await fetch(`${url}/assets/app-1a2b.js`, {
    headers: { 'accept-encoding': accepted },
  })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('vary')).toContain('accept-encoding')
  expect(await response.text()).toBe('export {}')
})

test('a hashed file is kept for ever', async () => {
  const response = await get('/assets/app-1a2b.js')
  expect(response.headers.get('cache-control')).toContain('immutable')
})

test.each([
  '/assets/gone.js',
  '/api/nothing',
  '/dev/mail',
  '/uploads/x',
  '/../package.json',
  '/%2e%2e/package.json',
  '/log/nothing',
  // Password managers ask this one whether a 200 means something here.
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
])('SERVED-08 %s is a 404', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('a password manager is sent to the screen on which the password is changed', async () => {
  const answer = await fetch(`${url}/.well-known/change-password`, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/account/change-password')
})

test('a closed screen has no page, but the app says so', async () => {
  const answer = await get('/closed/mines')
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('shell')
  expect((await get('/closed-not')).status).toBe(200)
})
