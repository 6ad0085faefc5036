import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Metrics } from './metrics.ts'

/** Where a process shows its metrics: a port of its own, which the public never reaches. */
export interface MetricsPlace {
  readonly host: string
  readonly port: number
}

/** Serves `/metrics`, and nothing where no place is set. Answers how to stop. */
export async function serveMetrics(
  metrics: Metrics,
  place: MetricsPlace | null,
): Promise<() => Promise<void>> {
  if (!place) return async () => undefined
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    const text = await metrics.text()
    response
      .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      .end(text)
  })
  server.listen(place.port, place.host)
  await once(server, 'listening')
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}
