import { once } from 'node:events'
import { createServer } from 'node:net'

// Parallel processes have neighbouring ids; 97 ports between them keep each out of the other's.
let next = 20_000 + ((process.pid * 97) % 12_000)

/**
 * A free port, another one at each call. It stays free until it is used, since it lies below the
 * range from which systems assign ports by themselves.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next += 1
    const server = createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
