import { type CallName, callNames, contract } from '@pipkin/contract/schemas'
import type { FastifyRequest } from 'fastify'

/** Of the calls that share a path, the first stands for all until the body has been read. */
const firstOfUrl = new Map<string, CallName>()
for (const name of callNames) {
  const url = `/api/${contract[name].call.path}`
  if (!firstOfUrl.has(url)) firstOfUrl.set(url, name)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Which call the input turned out to be. */
    call: CallName | null
  }
}

/** Which call a request is; undefined for what is served beside the calls. */
export const callOf = (request: FastifyRequest): CallName | undefined =>
  request.call ?? firstOfUrl.get(request.routeOptions.url ?? '')
