import { once } from 'node:events'
import { createServer } from 'node:net'

/** Listens at a port of this machine for a moment, at any for 0; answers which. Throws if taken. */
export async function listenOnce(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address && typeof address === 'object') return address.port
  throw new Error('a server listens at no port')
}
