import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The product at an address of its own, where a test can bring out a new version. */
export interface VersionProxy {
  readonly url: string
  /** Changes the service worker from now on. */
  bringOut(version: string): void
  close(): void
}

/** Stands before the product at `target` and changes only the service worker. */
export async function startVersionProxy(target: string): Promise<VersionProxy> {
  let version = ''
  const server = createServer((incoming, answer) => {
    const { hostname, port, host, origin } = new URL(target)
    // Uncompressed, so that it can be written into.
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' }
    if (incoming.headers.origin) Object.assign(headers, { origin })
    // The product itself would say that nothing has changed.
    delete headers['if-none-match']
    delete headers['if-modified-since']
    const onward = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (came) => {
        if (incoming.url !== '/sw.js' || version === '') {
          answer.writeHead(came.statusCode ?? 502, came.headers)
          came.pipe(answer)
          return
        }
        delete came.headers['content-length']
        answer.writeHead(came.statusCode ?? 502, came.headers)
        text(came).then(
          (worker) =>
            answer.end(worker.replace(/const version = '\w+'/, `const version = '${version}'`)),
          () => answer.destroy(),
        )
      },
    )
    incoming.pipe(onward)
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the proxy has no port')
  return {
    url: `http://localhost:${address.port}`,
    bringOut(next) {
      version = next
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
