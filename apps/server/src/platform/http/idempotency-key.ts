import { hash } from 'node:crypto'
import type { CallName, CallSpec } from '@pipkin/contract/schemas'
import type { FastifyRequest } from 'fastify'
import type { IdempotencyKey } from './call.ts'

/** The key of a request for a call that takes one; null without, `malformed` for one that isn't. */
export function readKey(
  name: CallName,
  spec: CallSpec,
  input: object,
  request: FastifyRequest,
): IdempotencyKey | null | 'malformed' {
  const key = request.headers['idempotency-key']
  if (!spec.keyed || key === undefined) return null
  if (typeof key !== 'string' || !/^[!-~]{1,100}$/.test(key)) return 'malformed'
  return { key, inputHash: hashInput(name, input) }
}

/** The call and its input, in one hash. Schemas fix the order of the fields. */
function hashInput(name: CallName, input: object): IdempotencyKey['inputHash'] {
  const text = JSON.stringify([name, input], (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return hash('sha256', text, 'buffer')
}
