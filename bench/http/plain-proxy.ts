import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface PlainProxy {
  readonly port: number
  close(): void
}

/**
 * What stands before several API processes: gives each connection to the next one, unread.
 */
export async function startProxy(ports: readonly number[]): Promise<PlainProxy> {
  let turn = 0
  const server = createServer((near) => {
    const far = connect({
      port: ports[turn++ % ports.length] as number,
      host: '127.0.0.1',
      noDelay: true,
    })
    near.setNoDelay(true)
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}
