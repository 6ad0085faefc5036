import { z } from 'zod'
import { type CallEntry, type CallName, calls } from './calls.ts'
import { refusalMessage, refusals } from './refusals.ts'
import { contract } from './schemas.ts'
import type { CallSpec } from './spec.ts'

type Json = Record<string, unknown>

/**
 * The contract as an OpenAPI 3.1 document: generated, so that it can't drift from what the server
 * does.
 */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path, kind }: CallEntry = calls[name]
    paths[`/api/${path}`] = { [method.toLowerCase()]: operation(name, contract[name], kind) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pipkin',
      version: '1.0.0',
      description: 'Every call of the product. Money is in fkr, times are ISO 8601 UTC.',
    },
    paths,
    components: {
      schemas: namedSchemas(),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  }
}

function operation(name: CallName, spec: CallSpec, kind: CallEntry['kind']): Json {
  return {
    operationId: name,
    summary: spec.summary,
    parameters: [...queryParameters(spec), ...(spec.keyed ? [idempotencyKey] : [])],
    ...(spec.body && { requestBody: { required: true, content: bodyContent(spec.body, kind) } }),
    responses: {
      200: {
        description: 'Done, or refused with `Status:false`',
        content: answerContent(spec, kind),
      },
      ...refusalResponses(spec),
    },
    ...(spec.session === 'required' && { security: [{ session: [] }] }),
  }
}

const json = (schema: Json) => ({ 'application/json': { schema } })

function bodyContent(body: z.ZodType, kind: CallEntry['kind']): Json {
  const schema = schemaOf(body, 'input')
  return kind === 'form' ? { 'multipart/form-data': { schema } } : json(schema)
}

function answerContent(spec: CallSpec, kind: CallEntry['kind']): Json {
  const text = { schema: { type: 'string' } }
  if (kind === 'file') return { 'text/csv': text, 'application/json': text }
  return kind === 'events' ? { 'text/event-stream': text } : json(answerSchema(spec))
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', `"${place}`))
}

/** Where a schema stands that has a name of its own, because it refers to itself. */
const place = '#/components/schemas/'

function namedSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (name) => place + name,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...rest }]) => [name, rest]),
  )
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', pattern: '^[!-~]{1,100}$' },
  description: 'The same key and input answers the same again; another input is refused.',
}

function queryParameters(spec: CallSpec): Json[] {
  if (!spec.query) return []
  const { properties = {}, required = [] } = schemaOf(spec.query, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function answerSchema(spec: CallSpec): Json {
  const answer = schemaOf(spec.answer, 'output') as { properties?: Json; required?: string[] }
  const [status, message] = spec.lowerCase ? ['status', 'message'] : ['Status', 'Message']
  const envelope = { [status]: { type: 'boolean' }, [message]: { type: 'string' } }
  return {
    type: 'object',
    properties: { ...envelope, ...answer.properties },
    // A refusal has the envelope alone.
    required: [status, message],
  }
}

/**
 * What the call can be refused for, by HTTP status; those of 200 are named in the summary of the
 * answer.
 */
function refusalResponses(spec: CallSpec): Json {
  const common =
    spec.session === 'required'
      ? (['malformed', 'noSession', 'forbidden'] as const)
      : (['malformed'] as const)
  const byStatus = Map.groupBy([...common, ...spec.refusals], (code) => refusals[code].status)
  byStatus.delete(200)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map((code) => refusalMessage(code)).join(' · ') },
    ]),
  )
}
