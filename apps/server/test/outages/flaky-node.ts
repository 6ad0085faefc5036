import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How the node behaves: normal, silent, closing connections, answering 503, or with receipts that
 * lack the price of gas.
 */
export type Mood = 'well' | 'silent' | 'gone' | 'overloaded' | 'unpriced'

/** A proxy to a real node that can be disturbed. */
export async function startFlakyNode(nodeUrl: string) {
  let mood: Mood = 'well'
  const silent = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    if (mood === 'gone') return void request.socket.destroy()
    if (mood === 'silent') return void silent.add(response)
    if (mood === 'overloaded') return void response.writeHead(503).end('busy')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = await fetch(nodeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(chunks),
    })
    const text = await answer.text()
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(mood === 'unpriced' ? text.replace(/("effectiveGasPrice":)"\w+"/g, '$1null') : text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    be(next: Mood) {
      mood = next
    },
    async close() {
      for (const response of silent) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
