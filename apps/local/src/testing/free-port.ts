import { once } from 'node:events'
import { createServer } from 'node:net'

// Processes that run side by side have neighbouring ids: far apart, none takes the other's.
let next = 20_000 + ((process.pid * 97) % 12_000)

/**
 * A free port that stays free until it is used: below the range from which
 * systems hand out ports by themselves, and another one at each call.
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
