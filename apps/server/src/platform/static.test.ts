import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWeb } from './static.ts'

let directory: string
let server: FastifyInstance
let url: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pipkin-static-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<!doctype html><title>app</title>')
  await writeFile(join(directory, 'assets/app-1a2b.js'), 'export {}')
  server = fastify()
  await serveWeb(server, directory)
  url = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

const get = (path: string) =>
  fetch(`${url}${path}`, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })

test.each(['/', '/start', '/account/wallet', '/fairness/AJiWnQGh', '/?code=ABC'])(
  '%s is the app',
  async (path) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<title>app</title>')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  },
)

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
])('%s is a 404', async (path) => {
  expect((await get(path)).status).toBe(404)
})
