import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { resolvesWithin } from './resolves-within.ts'

test('tells apart what comes, what does not, and what fails', async () => {
  expect(await resolvesWithin(60_000, Promise.resolve())).toBe(true)
  expect(await resolvesWithin(1, new Promise(() => undefined))).toBe(false)
  expect(await resolvesWithin(60_000, Promise.reject(new Error('no')))).toBe(false)
})

test('what came while the process was held up is read before it is called late', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  const near = connect(address.port, '127.0.0.1')
  const [far] = await once(server, 'connection')
  const said = once(near, 'data')
  const inTime = resolvesWithin(1, said)
  far.write('here')
  // Stops the whole process: when it goes on, the time is over and the answer has come.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  expect(await inTime).toBe(true)
  near.destroy()
  server.close()
})
