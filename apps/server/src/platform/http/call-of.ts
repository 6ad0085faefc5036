import { type CallName, calls } from '@pipkin/contract'
import type { FastifyRequest } from 'fastify'

const nameOfUrl = new Map(
  (Object.keys(calls) as CallName[]).map((name) => [`/api/${calls[name].path}`, name]),
)

/** Which call a request is; undefined for what is served beside the calls. */
export const callOf = (request: FastifyRequest): CallName | undefined =>
  nameOfUrl.get(request.routeOptions.url ?? '')
