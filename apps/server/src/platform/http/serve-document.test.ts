import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveDocument } from './serve-document.ts'

test('HEAD answers as GET does, and makes no document', async () => {
  const server = Fastify()
  onTestFinished(() => server.close())
  let made = 0
  const documentOf = async function* () {
    made += 1
    yield '{}'
  }
  serveDocument(server, '/trees/:name', async (name) => (name === 'one' ? documentOf() : null))
  const [get, head] = await Promise.all(
    (['GET', 'HEAD'] as const).map((method) => server.inject({ method, url: '/trees/one' })),
  )
  expect([get?.statusCode, get?.body, made]).toEqual([200, '{}', 1])
  expect([head?.statusCode, head?.body]).toEqual([200, ''])
  expect(head?.headers['content-type']).toBe(get?.headers['content-type'])
  expect((await server.inject({ method: 'HEAD', url: '/trees/other' })).statusCode).toBe(404)
})
