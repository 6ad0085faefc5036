import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { rpcError } from './json-rpc.ts'

const longestBody = 1024 * 1024

/** Serves `handle` as JSON-RPC over HTTP for this machine alone; port 0 is a free one. */
export async function serveRpc(handle: (body: unknown) => Promise<unknown>, port = 0) {
  const server = createServer((request, response) => {
    const answered = readJson(request).then(handle)
    const safe = answered.catch((error) => rpcError(null, -32603, String(error)))
    void safe.then((answer) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk
    if (body.length > longestBody) throw new Error('The request is too long')
  }
  return JSON.parse(body)
}
