import { games } from '@pipkin/games'
import { z } from 'zod'
import { type Call, refusalCodecs } from './call.ts'
import { type RefusalCode, refusalMessage, refusals } from './refusals.ts'
import { type CallSpec, contract } from './schemas/index.ts'
import { objectOf } from './schemas/moves.ts'
import type { Codec, Constants, Scalar, Shape } from './wire.ts'

type Json = Readonly<Record<string, unknown>>

/** What an API says about itself. */
export interface About {
  readonly title: string
  readonly description: string
  /** Where the calls lie, with slashes around it. */
  readonly below: string
  /** The session's cookie. */
  readonly cookie: string
}

/** The contract as an OpenAPI 3.1 document of the wire. */
export const openApi = (): Json =>
  describeCalls(Object.values<CallSpec>(contract), {
    title: 'Pipkin',
    description:
      'Every call of the product. Money is in fkr, times are ISO 8601 UTC. What touches factors, ' +
      'sessions, wallets, password or address, takes money out or closes the account needs a ' +
      'session that was confirmed lately, by a log-in or by `confirm`: else 403, and ' +
      '`Data.confirm` lists the ways.',
    below: '/api/',
    cookie: 'sid',
  })

/**
 * Calls as an OpenAPI 3.1 document: generated from the codecs and the schemas, it can't drift from
 * what the server does.
 */
export function describeCalls(
  specs: readonly CallSpec[],
  { title, description, below, cookie }: About,
): Json {
  const named: Record<string, Json> = {}
  const paths: Record<string, Json> = {}
  for (const [path, sharing] of Map.groupBy(specs, ({ call }) => call.path)) {
    const method = sharing[0]?.call.method.toLowerCase() ?? 'get'
    paths[`${below}${path}`] = { [method]: operation(sharing, named) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0', description },
    paths,
    components: {
      schemas: named,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
    },
  }
}

/** The calls of a path as one operation: their bodies distinguish them. */
function operation(specs: readonly CallSpec[], named: Record<string, Json>): Json {
  const bodies = specs.flatMap((spec) => bodyOf(spec, named))
  const answers = specs.flatMap((spec) => answersOf(spec, named))
  const kind = specs[0]?.call.kind
  return {
    operationId: specs.map(({ call }) => call.name).join('Or'),
    summary: specs.map(({ summary }) => summary).join('; or: '),
    parameters: [
      ...specs.flatMap((spec) => queryParameters(spec, named)),
      ...(specs.some(({ keyed }) => keyed) ? [idempotencyKey] : []),
    ],
    ...(bodies.length > 0 && {
      requestBody: {
        required: true,
        content: {
          [kind === 'form' ? 'multipart/form-data' : 'application/json']: {
            schema: anyOf(bodies),
          },
        },
      },
    }),
    responses: {
      200: { description: descriptionOf200(specs), content: answerContent(kind, anyOf(answers)) },
      ...refusalResponses(specs, named),
    },
    ...(specs.some(({ session }) => session === 'required') && { security: [{ session: [] }] }),
  }
}

function descriptionOf200(specs: readonly CallSpec[]): string {
  const codes = new Set(specs.flatMap((spec) => spec.refusals))
  const messages = [...codes]
    .filter((code) => refusals[code].status === 200)
    .map((code) => refusalMessage(code))
  return ['Done, or refused with `Status:false`', ...messages].join(' · ')
}

/** Not `oneOf`: a bare refusal fits the answer of each call of a path. */
const anyOf = (schemas: readonly Json[]): Json => {
  const [first = {}, ...others] = schemas
  return others.length === 0 ? first : { anyOf: schemas }
}

function answerContent(kind: Call['kind'], schema: Json): Json {
  const text = { schema: { type: 'string' } }
  if (kind === 'file')
    return { 'text/csv': text, 'application/json': { schema: {} }, 'text/plain': text }
  return kind === 'events' ? { 'text/event-stream': text } : { 'application/json': { schema } }
}

const scalars: Readonly<Record<Scalar, Json>> = {
  text: { type: 'string' },
  word: {},
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  money: { type: 'number', description: 'fkr, at most two decimals' },
  wholeMoney: { type: 'number', description: 'whole fkr' },
  debit: { type: 'number', description: 'minus the stake, whole fkr', exclusiveMaximum: 0 },
  time: { type: 'string', format: 'date-time', description: 'ISO 8601, UTC' },
  record: { type: 'object' },
  json: {},
  gameView: {
    description: 'The view of the game in `game`',
    oneOf: games.map(({ viewFields }) => z.toJSONSchema(objectOf(viewFields))),
  },
  file: { type: 'string', format: 'binary' },
}

/**
 * How a codec's wire value looks. `judged` is the JSON schema of the value that it decodes to,
 * which knows lengths and patterns.
 */
function schemaOf(codec: Codec<unknown>, named: Record<string, Json>, judged: Json = {}): Json {
  const { shape } = codec
  switch (shape.is) {
    case 'object':
      return objectSchema(shape, named, judged)
    case 'list':
      return { type: 'array', items: schemaOf(shape.of, named) }
    case 'only':
      return { type: 'array', items: schemaOf(shape.of, named), minItems: 1, maxItems: 1 }
    case 'nullable':
      return { anyOf: [schemaOf(shape.of, named), { type: 'null' }] }
    case 'wrapped':
      return {
        type: 'object',
        properties: { [shape.name]: schemaOf(shape.of, named, judged) },
        required: [shape.name],
      }
    case 'variants':
      return { oneOf: shape.cases.map((codec) => schemaOf(codec, named)) }
    case 'named':
      if (!(shape.name in named)) {
        named[shape.name] = {}
        named[shape.name] = schemaOf(shape.of(), named)
      }
      return { $ref: `#/components/schemas/${shape.name}` }
    case 'word':
      return { enum: shape.words }
    default:
      return { ...judged, ...scalars[shape.is] }
  }
}

function objectSchema(
  { fields, constants }: Extract<Shape, { is: 'object' }>,
  named: Record<string, Json>,
  judged: Json,
): Json {
  const known = Object(judged.properties)
  const properties = fields.map(({ name, wire, codec }) => [
    wire,
    schemaOf(codec, named, Object(known[name])),
  ])
  const required = fields.filter(({ optional }) => !optional).map(({ wire }) => wire)
  return {
    type: 'object',
    properties: { ...constantSchemas(constants), ...Object.fromEntries(properties) },
    required: [...requiredConstants(constants), ...required],
  }
}

const constantSchemas = (constants: Constants): Json =>
  Object.fromEntries(
    Object.entries(constants).map(([name, constant]) => [
      name,
      { const: typeof constant === 'object' ? constant.value : constant },
    ]),
  )
const requiredConstants = (constants: Constants): string[] =>
  Object.keys(constants).filter((name) => typeof constants[name] !== 'object')

const judgedOf = ({ input }: CallSpec): Json =>
  input ? z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) : {}

const bodyOf = (spec: CallSpec, named: Record<string, Json>): Json[] =>
  spec.call.body ? [schemaOf(spec.call.body, named, judgedOf(spec))] : []

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', pattern: '^[!-~]{1,100}$' },
  description: 'The same key and input answers the same again; another input is refused.',
}

const retryAfter = { schema: { type: 'integer', minimum: 1 }, description: 'Seconds to wait' }

function queryParameters(spec: CallSpec, named: Record<string, Json>): Json[] {
  if (spec.call.query?.shape.is !== 'object') return []
  const known = Object(judgedOf(spec).properties)
  return spec.call.query.shape.fields.map(({ name, wire, codec, optional }) => ({
    name: wire,
    in: 'query',
    required: !optional,
    schema: schemaOf(codec, named, Object(known[name])),
  }))
}

/** The answer of a call, and its refusals that bring something along. */
function answersOf({ call, refusals: codes }: CallSpec, named: Record<string, Json>): Json[] {
  const answer = call.answer ? schemaOf(call.answer, named) : {}
  const done = envelope(call, { type: 'boolean' }, Object(answer.properties))
  const refused = withData(codes, 200, [call], named)
  return refused.length === 0 ? [done] : [done, refusalWith(call, refused)]
}

/** The envelope alone is required: a refusal has no more. */
function envelope({ lowerCase }: Pick<Call, 'lowerCase'>, isDone: Json, fields: Json): Json {
  const [status, message] = lowerCase ? ['status', 'message'] : ['Status', 'Message']
  return {
    type: 'object',
    properties: { [status]: isDone, [message]: { type: 'string' }, ...fields },
    required: [status, message],
  }
}

const refusalWith = (call: Pick<Call, 'lowerCase'>, data: readonly Json[]): Json =>
  envelope(call, { const: false }, data.length === 0 ? {} : { Data: anyOf(data) })

/** What the refusals of an HTTP status bring along in `Data`. */
function withData(
  codes: Iterable<RefusalCode>,
  status: number,
  calls: readonly Call[],
  named: Record<string, Json>,
): Json[] {
  const wanted = [...codes].filter((code) => refusals[code].status === status)
  const codecs = calls.flatMap((call) => wanted.map((code) => refusalCodecs(call)[code]))
  return [...new Set(codecs)].flatMap((codec) => (codec ? [schemaOf(codec, named)] : []))
}

/** What the calls can be refused for, by HTTP status; the answer's description has those of 200. */
function refusalResponses(specs: readonly CallSpec[], named: Record<string, Json>): Json {
  const needsSession = specs.some(({ session }) => session === 'required')
  const isWrite = specs.some(({ call }) => call.method !== 'GET')
  const common = ['malformed', 'tooMany', 'internal', 'unavailable'] as const
  const ofSession = needsSession ? (['noSession'] as const) : []
  // Another player's id, or a write from another site.
  const ofOthers = needsSession || isWrite ? (['forbidden'] as const) : []
  const ofConfirmation = specs.some(({ confirmed }) => confirmed) ? (['confirmFirst'] as const) : []
  const ofKeys = specs.some(({ keyed }) => keyed === 'reply') ? (['keyReused'] as const) : []
  const ofBodies = specs.some(({ call }) => call.body)
    ? (['tooLarge', 'wrongContentType'] as const)
    : []
  const calls = specs.map(({ call }) => call)
  const codes = new Set<RefusalCode>([
    ...common,
    ...ofSession,
    ...ofOthers,
    ...ofBodies,
    ...ofConfirmation,
    ...ofKeys,
    ...specs.flatMap((spec) => spec.refusals),
  ])
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
  byStatus.delete(200)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => refusalMessage(code)).join(' · '),
        ...(status === 429 && { headers: { 'Retry-After': retryAfter } }),
        content: {
          'application/json': {
            schema: anyOf(
              calls.map((call) => refusalWith(call, withData(codes, status, calls, named))),
            ),
          },
        },
      },
    ]),
  )
}
