import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'
import { cannotListen } from '../process/cannot-listen.ts'
import { textOf } from './metrics.ts'

/** Where a process serves its metrics: a port of its own, which the public never reaches. */
export interface MetricsAddress {
  readonly host: string
  readonly port: number
  /** The setting that names the port. */
  readonly portSetting: string
}

/** Serves `/metrics` where an address is set. Returns how to stop. Throws `CannotStart`. */
export async function serveMetrics(
  registry: Registry,
  address: MetricsAddress | null,
): Promise<() => Promise<void>> {
  if (!address) return async () => undefined
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await textOf(registry))
  })
  server.listen(address.port, address.host)
  await once(server, 'listening').catch(cannotListen(address.portSetting, 'METRICS_HOST'))
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}
