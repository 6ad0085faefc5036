import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveDocument } from './serve-document.ts'

test('HEAD makes no document', async () => {
  const server = Fastify()
  onTestFinished(() => server.close())
  let made = 0
  serveDocument(server, '/trees/:name', async () =>
    (async function* () {
      made += 1
      yield '{}'
    })(),
  )
  expect((await server.inject({ method: 'GET', url: '/trees/one' })).json()).toEqual({})
  expect(made).toBe(1)
  expect((await server.inject({ method: 'HEAD', url: '/trees/one' })).statusCode).toBe(404)
  expect(made).toBe(1)
})
